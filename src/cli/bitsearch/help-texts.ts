/** The texts of `schedlab bitsearch --help` that are longer than a line. */

export const bitsearchSummary = `Measures ways of finding the first set bit of a priority bitmap, on this machine: those of the kernels of 2002 to 2005 and some of our own, in WebAssembly and in JavaScript. Each variant is checked before it is timed, and a wrong one is never the fastest.`;

export const afterBitsearch = `
Figures are nanoseconds for one search (or one insert and one remove): the least
of several interleaved rounds, by CPU time, the loop included; "over" is what is
left without the empty loop. Who shares a rank (=) cannot be told apart. The
method: docs/bitsearch.md.

--check runs the truth table of January 2002, every single bit, pairs, stale bits
and 100,000 random maps. Two variants are known to be wrong; the exit status is 1
where any is wrong in another way.

The input \`sequence\` replays what an O(1) scheduler does to its bitmaps: that of
--from-run, else of examples/18-transcode-and-dd.yaml.

Examples:
  schedlab bitsearch --check
  schedlab bitsearch --inputs no-rt,rt-50%,worst --time 20ms
  schedlab bitsearch --bits 2048 --variants '*-level' --svg levels.svg
  schedlab bitsearch --from-run workload.yaml --scheduler o1-2.6.22
  schedlab bitsearch --format json | jq .overall
`;
