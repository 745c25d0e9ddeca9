/** Events: what a phase does, told by how the key begins, so that `run0` and `sleep_a` are events too. */
import { MAX_NAME_LENGTH } from "../../workload/limits.js";
import { quote } from "../../workload/source/tree.js";
import type { Located, RtAppReader } from "./reader.js";

/** In the order in which rt-app tries them: what is longer before what it begins with. */
export const EVENT_PREFIXES = [
  "lock",
  "unlock",
  "wait",
  "signal",
  "broad",
  "sync",
  "sleep",
  "runtime",
  "run",
  "timer",
  "suspend",
  "resume",
  "memrun",
  "mem",
  "iorun",
  "yield",
  "barrier",
  "fork",
  "sem_post",
  "sem_wait",
] as const;

export type EventKind = (typeof EVENT_PREFIXES)[number];

interface EventBase {
  readonly located: Located;
}

interface SpanEvent extends EventBase {
  readonly kind: "run" | "runtime" | "sleep";
  readonly us: number;
}
export interface TimerEvent extends EventBase {
  readonly kind: "timer";
  readonly timer: string;
  readonly periodUs: number;
  readonly mode: TimerMode;
}
interface WaitEvent extends EventBase {
  readonly kind: "wait" | "sync";
  readonly condition: string;
  readonly mutex: string;
}
export interface ForkEvent extends EventBase {
  readonly kind: "fork";
  readonly name: string;
}
interface NamedEvent extends EventBase {
  readonly kind: Exclude<NamedKind, "fork">;
  readonly name: string;
}
interface BareEvent extends EventBase {
  readonly kind: "yield" | "mem" | "memrun" | "iorun";
}

export type RtAppEvent = SpanEvent | TimerEvent | WaitEvent | ForkEvent | NamedEvent | BareEvent;

/** Events whose text is the name of something. */
type NamedKind =
  | "lock"
  | "unlock"
  | "signal"
  | "broad"
  | "suspend"
  | "resume"
  | "barrier"
  | "fork"
  | "sem_post"
  | "sem_wait";

const TIMER_MODES = ["relative", "absolute"] as const;
export type TimerMode = (typeof TIMER_MODES)[number];

export function eventKind(key: string): EventKind | undefined {
  return EVENT_PREFIXES.find((prefix) => key.startsWith(prefix));
}

/** @param taskName what `suspend` means that says no more. undefined after a message. */
export function readEvent(kind: EventKind, located: Located, taskName: string, reader: RtAppReader) {
  const event = readArguments(kind, located, taskName, reader);
  return event === undefined ? undefined : ({ located, ...event } as RtAppEvent);
}

function readArguments(kind: EventKind, located: Located, taskName: string, reader: RtAppReader) {
  switch (kind) {
    case "run":
    case "runtime":
    case "sleep": {
      const us = reader.whole(located, "microseconds", 0, MAX_US);
      return us === undefined ? undefined : { kind, us };
    }
    case "timer":
      return readTimer(located, reader);
    case "wait":
    case "sync":
      return readWait(kind, located, reader);
    case "suspend": {
      const { value } = located;
      const unnamed = value === null || (value.kind === "string" && value.value === "");
      const name = unnamed ? sharedName(taskName) : readResource(located, reader, "the name to be resumed by");
      return name === undefined ? undefined : { kind, name };
    }
    case "yield":
      if (located.value !== null && reader.text(located, "nothing, or a text") === undefined) return undefined;
      return { kind };
    case "mem":
    case "iorun":
      return reader.whole(located, "a number of bytes", 0) === undefined ? undefined : { kind };
    case "memrun":
      return reader.object(located, "what to do to the memory") === undefined ? undefined : { kind };
    default: {
      const read = kind === "fork" ? readName : readResource;
      const name = read(located, reader, RESOURCES[kind]);
      return name === undefined ? undefined : { kind, name };
    }
  }
}

/** What the text of an event names. */
const RESOURCES: Readonly<Record<Exclude<NamedKind, "suspend">, string>> = {
  lock: "the name of a mutex",
  unlock: "the name of a mutex",
  signal: "the name of a condition variable",
  broad: "the name of a condition variable",
  resume: "the name of a task",
  barrier: "the name of a barrier",
  fork: "the name of a task",
  sem_post: "the name of a semaphore",
  sem_wait: "the name of a semaphore",
};

/** Beyond it, nanoseconds are not exact. */
export const MAX_US = Math.floor(Number.MAX_SAFE_INTEGER / 1000);

function readTimer(located: Located, reader: RtAppReader) {
  const members = reader.object(located, 'a timer, such as {"ref": "unique", "period": 10000}');
  if (members === undefined) return undefined;
  const timer = readMember(members, located, "ref", reader, (member) => readResource(member, reader, "a timer's name"));
  const periodUs = readMember(members, located, "period", reader, (member) =>
    reader.whole(member, "a period in microseconds", 0, MAX_US),
  );
  const modeMember = members.find(({ key }) => key === "mode");
  const mode = modeMember === undefined ? "relative" : reader.word(modeMember, TIMER_MODES, "a mode");
  remarkUnknown(members, ["ref", "period", "mode"], "a timer", reader);
  if (timer === undefined || periodUs === undefined || mode === undefined) return undefined;
  return { kind: "timer", timer, periodUs, mode };
}

function readWait(kind: "wait" | "sync", located: Located, reader: RtAppReader) {
  const members = reader.object(located, 'what to wait for, such as {"ref": "queue", "mutex": "lock"}');
  if (members === undefined) return undefined;
  const condition = readMember(members, located, "ref", reader, (member) =>
    readResource(member, reader, "the name of a condition variable"),
  );
  const mutex = readMember(members, located, "mutex", reader, (member) =>
    readResource(member, reader, "the name of a mutex"),
  );
  remarkUnknown(members, ["ref", "mutex"], kind, reader);
  return condition === undefined || mutex === undefined ? undefined : { kind, condition, mutex };
}

function readMember<Value>(
  members: readonly Located[],
  parent: Located,
  key: string,
  reader: RtAppReader,
  read: (member: Located) => Value | undefined,
): Value | undefined {
  const member = members.find((candidate) => candidate.key === key);
  if (member !== undefined) return read(member);
  reader.error({ place: parent.value?.place ?? parent.place, path: parent.path }, `"${key}" is missing`);
  return undefined;
}

function remarkUnknown(members: readonly Located[], known: readonly string[], what: string, reader: RtAppReader) {
  for (const member of members) {
    if (!known.includes(member.key))
      reader.remark(member, `the key ${quote(member.key)} means nothing in ${what}: ignored`);
  }
}

/** A thing that all tasks share, whatever it is called. */
function readResource(located: Located, reader: RtAppReader, expected: string): string | undefined {
  const name = readName(located, reader, expected);
  return name === undefined ? undefined : sharedName(name);
}

/** With a point in front, the name would be a task's own in a workload. */
function sharedName(name: string): string {
  return name.startsWith(".") ? `_${name}` : name;
}

function readName(located: Located, reader: RtAppReader, expected: string): string | undefined {
  const name = reader.text(located, expected);
  return name === undefined ? undefined : checkName(name, located, reader, expected);
}

/** A name that workloads can use, too; undefined after a message. */
export function checkName(name: string, located: Located, reader: RtAppReader, expected: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  const isPrintable = !/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(name);
  if (name !== "" && name.length <= MAX_LENGTH && isPrintable) return name;
  const message = `expected ${expected}: 1 to ${MAX_LENGTH} characters, none of them a control character`;
  reader.error(located, `found ${quote(name)}; ${message}`);
  return undefined;
}

/** Room for what is put behind a name: the numbers of thread and fork. */
const MAX_LENGTH = MAX_NAME_LENGTH - 20;
