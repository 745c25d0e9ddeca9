/** What recordings are wrapped in, and files that are none. */
import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { SchedlabError } from "../../../src/errors.js";
import type { readRecording } from "../../../src/recording/index.js";
import { inputBytes, readAll } from "../read.js";

const text = inputBytes("atrace_missing_tgids.txt");
const direct = await readAll(text);

describe("compressed", () => {
  test("gzip", async () => {
    const read = await readAll(gzipSync(text));
    expect(read.events).toEqual(direct.events);
    expect(read.findings.wrappings).toEqual(["gzip"]);
  });

  test("gzip in several members", async () => {
    const half = text.length >> 1;
    const members = [text.subarray(0, half), text.subarray(half)].map((part) => gzipSync(part));
    expect((await readAll(Buffer.concat(members))).events).toEqual(direct.events);
  });

  test("gzip around gzip, and zlib", async () => {
    expect((await readAll(gzipSync(gzipSync(text)))).events).toEqual(direct.events);
    expect((await readAll(deflateSync(text))).events).toEqual(direct.events);
  });

  test("gzip that ends early gives what there is", async () => {
    const whole = gzipSync(text);
    const read = await readAll(whole.subarray(0, whole.length >> 1));
    expect(read.events.length).toBeGreaterThan(20);
    expect(read.events).toEqual(direct.events.slice(0, read.events.length));
    expect(read.findings.truncated?.example).toContain("compressed data ends early");
  });
});

describe("the dump of atrace", () => {
  test.each([
    ["text", Buffer.concat([Buffer.from("capturing trace... done\nTRACE:\n"), text])],
    ["compressed", Buffer.concat([Buffer.from("capturing trace... done\nTRACE:\n"), deflateSync(text)])],
    ["at once", Buffer.concat([Buffer.from("TRACE:\n"), deflateSync(text)])],
  ])("%s", async (_what, bytes) => {
    expect((await readAll(bytes)).events).toEqual(direct.events);
  });
});

describe("pages", () => {
  const lines = new TextDecoder().decode(text).trimEnd().split("\n");
  const viewer = `<script>${"function f(a) { return a < 5 && '<script>' + '.trace-data' + linuxPerfData; }\n".repeat(3000)}</script>\n`;
  const page = (scripts: string) =>
    `<!DOCTYPE html>\n<html><head>${viewer}</head><body>\n${scripts}${viewer}</body></html>\n`;
  const escaped = lines.map((line) => line.replaceAll("\\", "\\\\").replaceAll('"', '\\"'));

  test.each([
    [
      "new",
      page(
        `<!-- BEGIN TRACE -->\n  <script class="trace-data" type="application/text">\n${lines.join("\n")}\n  </script>\n`,
      ),
    ],
    ["old", page(`<script>\n  var linuxPerfData = "\\\n${escaped.join("\\n\\\n")}\\n";\n  </script>\n`)],
    [
      "old and strict",
      page(`<script>\n  'use strict';\n  var linuxPerfData = "\\\n${escaped.join("\\n\\\n")}\\n";\n</script>`),
    ],
    ["old, in one line", page(`<script>var linuxPerfData = "${escaped.join("\\n")}\\n";</script>`)],
    ["old without escapes", page(`<script>\n  var linuxPerfData = "\\\n${lines.join("\n")}\n  </script>\n`)],
  ])("%s", async (_what, html) => {
    const read = await readAll(html);
    expect(read.findings).toMatchObject({ kind: "systrace", wrappings: ["HTML"] });
    expect(read.events).toEqual(direct.events);
    expect([...read.findings.skipped]).toEqual([]);
  });

  test("places are lines of the page", async () => {
    const html = page(`<script class="trace-data" type="application/text">\n${lines[12]}\nnonsense\n</script>\n`);
    const { findings } = await readAll(html);
    const line = html.split("\n").indexOf("nonsense") + 1;
    expect(findings.skipped.get("line without the columns of a record")).toMatchObject({ place: { number: line } });
  });

  test("several traces, one of them JSON and one no trace", async () => {
    const json = '{"traceEvents":[{"ph":"M","name":"thread_name","pid":1,"tid":0,"args":{"name":"CPU 0"}}]}';
    const data = (content: string) => `<script class="trace-data" type="application/text">\n${content}\n</script>\n`;
    const half = lines.length >> 1;
    const read = await readAll(
      page(
        data(lines.slice(0, half).join("\n")) + data(json) + data("PK\x03\x04zip") + data(lines.slice(half).join("\n")),
      ),
    );
    expect(read.events).toEqual(direct.events);
    expect(read.findings.skipped.get("part that is no trace")).toMatchObject({ count: 1, example: "a zip archive" });
  });

  test("trace viewer's own page, compressed and in base64", async () => {
    const data = gzipSync(JSON.stringify({ traceEvents: [], systemTraceEvents: new TextDecoder().decode(text) }));
    const base64 = data.toString("base64").replaceAll(/.{76}/g, "$&\n");
    const html = page(`<script id="viewer-data" type="text/plain">\n${base64}\n</script>\n`);
    for (const length of [html.length, 1000, 77]) {
      const bytes = new TextEncoder().encode(html);
      const pieces = Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
        bytes.subarray(index * length, (index + 1) * length),
      );
      const read = await readAll(pieces);
      expect(read.events).toEqual(direct.events);
      expect(read.findings.wrappings).toEqual(["HTML", "gzip", "JSON"]);
    }
  });

  test("the real page of an old systrace", async () => {
    const read = await readAll(inputBytes("trace_legacy_systrace.html"));
    expect(read.findings.events).toMatchObject({ switch: 3, wakeup: 2 });
    expect(read.findings.buffer).toEqual({ entriesInBuffer: 1023529, entriesWritten: 1023529 });
  });

  test("a page may be compressed, too, and come in small pieces", async () => {
    const bytes = gzipSync(
      page(`<script class="trace-data" type="application/text">\n${lines.join("\n")}\n</script>\n`),
    );
    const pieces = Array.from({ length: Math.ceil(bytes.length / 100) }, (_, index) =>
      bytes.subarray(index * 100, index * 100 + 100),
    );
    expect((await readAll(pieces)).events).toEqual(direct.events);
  });
});

describe("sources", () => {
  test.each<[string, () => Parameters<typeof readRecording>[0]]>([
    ["a Blob", () => new Blob([new Uint8Array(text)])],
    ["a stream", () => new Blob([new Uint8Array(text)]).stream()],
    ["pieces", () => [text.subarray(0, 1000), text.subarray(1000)]],
  ])("%s", async (_what, source) => {
    expect((await readAll(source())).events).toEqual(direct.events);
  });
});

describe("files that are no recording are told what they are, and how to come to one", () => {
  test.each<[string, string | Uint8Array, RegExp]>([
    ["trace.dat", Buffer.from("\x17\x08\x44tracing6\0rest", "latin1"), /binary trace of trace-cmd .*trace-cmd report/],
    ["perf.data", "PERFILE2rest", /binary recording of perf .*perf script/],
    ["CTF", Buffer.from([0xc1, 0x1f, 0xfc, 0xc1, 0, 0]), /LTTng.*instead/],
    ["zip", Buffer.from("PK\x03\x04rest", "latin1"), /zip archive; unpack/],
    ["xz", Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]), /compressed with xz; decompress/],
    ["UTF-16", Buffer.from("\ufeffa", "utf16le"), /UTF-16; convert/],
    ["binary", Buffer.from([1, 2, 0, 4]), /binary file of an unknown kind/],
    [
      "babeltrace2",
      '[13:24:11.123456789] (+0.000001) host sched_switch: { cpu_id = 1 }, { prev_comm = "a", prev_tid = 5 }\n',
      /LTTng trace as babeltrace2 prints it; it holds no scheduling events that can be read; record/,
    ],
    ["bpftrace", "Attaching 2 probes...\n@start[5]: 1\n", /output of bpftrace/],
    [
      "function graph",
      "# tracer: function_graph\n#\n 0)   1.234 us    |    schedule();\n 1) + 10.2 us   |  }\n",
      /function graph/,
    ],
    [
      "perf without sched",
      "swapper 0 [001] 12.5: 1 cycles: ffff x\n",
      /other events: cycles; it holds no scheduling events; record/,
    ],
    ["ftrace without events", "# tracer: nop\n#\n", /there are 2 lines, and no event in them/],
    ["empty", "", /the file is empty/],
    ["YAML", "name: x\ntasks: []\n", /first line that was not understood is "name: x"/],
    ["JSON", '{"tasks": {"a": 1}}', /JSON without slices of CPUs/],
    [
      "JSON of other tracks",
      '[{"ph": "X", "name": "a", "pid": 1, "tid": 2, "ts": 1, "dur": 2}]',
      /tracks with names such as/,
    ],
    ["a page", "<html><body>a</body></html>", /a page without a trace in it/],
  ])("%s", async (_what, bytes, message) => {
    const reading = readAll(bytes, { file: "some.file" });
    await expect(reading).rejects.toThrow(SchedlabError);
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toThrow(/^some\.file: /);
  });
});
