/** How large a workload may be. Each limit is checked when it is loaded and named in the message. */

/** The longest span and the last instant: every nanosecond up to here is an exact JavaScript number. */
export const MAX_NS = Number.MAX_SAFE_INTEGER;

/** A CPU set is one 64-bit word. */
export const MAX_CPUS = 64;

/** Tasks alive at the start; forks may go on from there. */
export const MAX_TASKS = 1_000_000;

/** Rounds of a loop, messages of one operation, capacity of a channel: unsigned 32-bit counters. */
export const MAX_COUNT = 2 ** 32 - 1;

/** `repeat` and `fork` inside each other. Loop counters are reserved per task, so this is a cost, not a taste. */
export const MAX_PROGRAM_DEPTH = 32;

/** Lists and mappings inside each other: room for MAX_PROGRAM_DEPTH of them, and far below any stack's end. */
export const MAX_DOCUMENT_DEPTH = 256;

/**
 * Words and marks of a YAML text, as its lexer counts them: so many take some GB and most of a minute, and twice as many
 * more memory than V8 gives. The same workload in JSON takes a tenth; programs as lines of text take next to nothing.
 */
export const MAX_YAML_LEXEMES = 4_000_000;

/** Values that YAML aliases and merges may add to a document: "billion laughs" ends here. */
export const MAX_ALIASED_NODES = 100_000;

/** Names are shown in tables and time lines. */
export const MAX_NAME_LENGTH = 200;

/** Problems that an error message prints before it says "and N more". */
export const MAX_PRINTED_PROBLEMS = 20;
