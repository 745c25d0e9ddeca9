/** Checks what a caller without types may get wrong in the options of a simulation: names and kinds of values. */
import { SchedlabError } from "./errors.js";
import { nearest } from "./workload/nearest.js";

interface Kind {
  readonly expected: string;
  readonly holds: (value: unknown) => boolean;
}

const text: Kind = { expected: "a text", holds: (value) => typeof value === "string" };
const wholeNumber: Kind = {
  expected: "a whole number, 0 or more",
  holds: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
};
const callback: Kind = { expected: "a function", holds: (value) => typeof value === "function" };

function oneOf(...values: readonly (string | number)[]): Kind {
  return { expected: values.join(" or "), holds: (value) => values.some((allowed) => allowed === value) };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Ranges are checked where the values are used, and are not repeated here. */
const simulationKinds: Readonly<Record<string, Kind>> = {
  scheduler: { ...text, expected: "the id of one scheduler, as a text" },
  cpus: wholeNumber,
  hz: wholeNumber,
  timers: oneOf("hrtimer", "jiffies"),
  duration: {
    expected: 'nanoseconds, or a text such as "10s"',
    holds: (value) => typeof value === "number" || typeof value === "string",
  },
  seed: {
    expected: "a whole number, 0 to 2^64 - 1",
    holds: (value) => typeof value === "number" || typeof value === "bigint",
  },
  long: oneOf(32, 64),
  tunables: { expected: "an object of names and numbers", holds: isObject },
  ownHistograms: wholeNumber,
  engine: { expected: "what loadEngine() resolves to", holds: (value) => isObject(value) && "description" in value },
  trace: {
    expected: 'true, false or "detailed"',
    holds: (value) => typeof value === "boolean" || value === "detailed",
  },
};

const runKinds: Readonly<Record<string, Kind>> = {
  ...simulationKinds,
  signal: { expected: "an AbortSignal", holds: (value) => isObject(value) && "aborted" in value },
  onProgress: callback,
  onEvents: callback,
};

/**
 * @throws SchedlabError naming the first option that is unknown or no value of its kind. undefined counts as left out.
 */
export function checkSimulationOptions(options: unknown): void {
  check(options, simulationKinds);
}

/** The same, with the options of `simulate`. */
export function checkSimulateOptions(options: unknown): void {
  check(options, runKinds);
}

function check(options: unknown, kinds: Readonly<Record<string, Kind>>): void {
  if (!isObject(options)) throw new SchedlabError(`the options are ${show(options)}; expected an object`);
  for (const [name, value] of Object.entries(options)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) {
      const near = nearest(name, Object.keys(kinds));
      const hint = near === undefined ? `known: ${Object.keys(kinds).join(", ")}` : `did you mean ${near}?`;
      throw new SchedlabError(`unknown option ${JSON.stringify(name)}: ${hint}`);
    }
    if (value === undefined || kind.holds(value)) continue;
    throw new SchedlabError(`${name} is ${show(value)}; expected ${kind.expected}`);
  }
}

/** A value as a message shows it: short, and what kind it is. */
function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 39)}…` : value);
  if (typeof value === "function") return "a function";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
