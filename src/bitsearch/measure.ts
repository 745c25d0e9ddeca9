/**
 * How everything is timed: all subjects on the same maps, one after the other, round by round, so that what disturbs
 * the machine disturbs them all; each round begins with another one. Loops are called in slices. Every round ends
 * with a look at the fold: who has not found what the reference found gets no figure.
 */
import { reference } from "./check.js";
import type { Clock } from "./clock.js";
import { ExpectedFolds, sliceRounds } from "./expected-folds.js";
import type { PreparedInput } from "./inputs.js";
import type { RecordedSequence } from "./sequence.js";
import type { LoopName, Subject } from "./subject.js";

/** The rounds of one subject in one loop. */
export interface Measured {
  readonly subject: Subject;
  readonly loop: LoopName;
  /** Searches (updates, replayed operations) in each round. */
  readonly units: number;
  /** ns for one of them, by round. */
  readonly wallNs: readonly number[];
  /** null where CPU time is not to be had. */
  readonly cpuNs: readonly number[] | null;
  /** Why there is no figure; null where there is one. */
  readonly withheld: string | null;
}

export interface Timing {
  /** For each subject in each loop, all rounds together, ns. */
  readonly timeNs: number;
  readonly rounds: number;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /** Called now and then with the share that is done. */
  readonly onProgress: (share: number) => void;
}

/** What the subjects search: made maps, or a recorded sequence. */
export type Material = { readonly input: PreparedInput } | { readonly sequence: RecordedSequence };

/** Slices that are run before anything is timed: V8 has counted enough calls then, and compiles in the background. */
const warmUpSlices = 24;
/** Where even so many take no time that the clock could tell, it tells nothing. */
const mostProbeSlices = 1 << 14;
/** The folds of all slices are kept. */
const mostSlices = 1 << 22;
/** Milliseconds for compilers in the background between rounds. */
const pauseMs = 10;

export async function measure(
  subjects: readonly Subject[],
  loops: readonly LoopName[],
  material: Material,
  timing: Timing,
): Promise<Measured[]> {
  const { rounds, clock, signal, onProgress } = timing;
  const answers = "input" in material ? prepare(subjects, material.input) : [];
  const expectedFor = (loop: LoopName, seed: number) =>
    "input" in material
      ? ExpectedFolds.ofInput(loop, material.input, answers, seed)
      : ExpectedFolds.ofSequence(material.sequence);
  if ("sequence" in material) for (const subject of subjects) load(subject, material.sequence);

  const contenders = loops.flatMap((loop) =>
    subjects.map((subject) => new Contender(subject, loop, material, answers)),
  );
  for (const contender of contenders) contender.sample(1, warmUpSlices, clock, null);
  await pause();
  for (const contender of contenders) contender.chooseSlices(timing.timeNs / rounds, clock);
  await pause();
  for (let round = 0; round < rounds; round++) {
    const seed = Math.imul(round + 1, 0x9e3779b1);
    const expected = new Map(loops.map((loop) => [loop, expectedFor(loop, seed)]));
    for (let place = 0; place < contenders.length; place++) {
      const contender = contenders[(place + round * 7) % contenders.length];
      contender?.round(seed, clock, expected.get(contender.loop) ?? null);
    }
    await pause();
    signal?.throwIfAborted();
    onProgress((round + 1) / rounds);
  }
  return contenders.map((contender) => contender.measured());
}

/** Fills all maps of all subjects, and returns the right answers. */
function prepare(subjects: readonly Subject[], input: PreparedInput): number[] {
  const lists = subjects[0]?.lists ?? 0;
  const answers = input.maps.map((priorities) => reference(priorities, lists));
  for (const subject of subjects) {
    subject.reserve(input.logMaps);
    subject.setSpares(input.spares);
    for (const [map, priorities] of input.maps.entries()) subject.fill(map, priorities, answers[map] ?? lists);
  }
  return answers;
}

function load(subject: Subject, sequence: RecordedSequence): void {
  subject.reserve(sequence.logMaps);
  subject.setOperations(sequence.operations);
}

class Contender {
  readonly subject: Subject;
  readonly loop: LoopName;
  readonly #material: Material;
  readonly #answers: readonly number[];
  readonly #wallNs: number[] = [];
  readonly #cpuNs: number[] = [];
  #slices = 1;
  #withheld: string | null = null;

  constructor(subject: Subject, loop: LoopName, material: Material, answers: readonly number[]) {
    this.subject = subject;
    this.loop = loop;
    this.#material = material;
    this.#answers = answers;
  }

  /** As many as fit into the time of a round. A browser's clock may stand still for a tenth of a millisecond. */
  chooseSlices(roundNs: number, clock: Clock): void {
    for (let probe = 4; probe <= mostProbeSlices; probe *= 2) {
      const { wallNs } = this.sample(1, probe, clock, null);
      this.#slices = Math.max(1, Math.round((roundNs * probe) / Math.max(wallNs, 1)));
      if (wallNs >= roundNs / 4) break;
    }
    this.#slices = Math.min(this.#slices, mostSlices);
  }

  round(seed: number, clock: Clock, expected: ExpectedFolds | null): void {
    const units = this.#slices * sliceRounds;
    const { wallNs, cpuNs } = this.sample(seed, this.#slices, clock, expected);
    this.#wallNs.push(wallNs / units);
    if (cpuNs !== null) this.#cpuNs.push(cpuNs / units);
  }

  /** Times so many slices, and looks at what came of them. */
  sample(seed: number, slices: number, clock: Clock, expected: ExpectedFolds | null) {
    const { subject, loop } = this;
    if ("sequence" in this.#material) this.#emptyMaps(1 << this.#material.sequence.logMaps);
    subject.begin(seed);
    const cpuBefore = clock.cpuNs();
    const before = clock.wallNs();
    for (let slice = 0; slice < slices; slice++) subject.run(loop, sliceRounds);
    const wallNs = clock.wallNs() - before;
    const cpuAfter = clock.cpuNs();
    if (loop === "update") this.#takeLastSpareOut();
    // The control of a replay has no maps to find anything in.
    if (expected !== null && !(subject.isControl && "sequence" in this.#material)) {
      if (subject.fold() !== expected.after(slices)) this.#withheld = "it found something else than the reference";
    }
    return { wallNs, cpuNs: cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore };
  }

  measured(): Measured {
    return {
      subject: this.subject,
      loop: this.loop,
      units: this.#slices * sliceRounds,
      wallNs: this.#wallNs,
      cpuNs: this.#cpuNs.length > 0 ? this.#cpuNs : null,
      withheld: this.#withheld,
    };
  }

  #emptyMaps(count: number): void {
    for (let map = 0; map < count; map++) this.subject.fill(map, [], this.subject.lists);
  }

  /** Then all maps must be as they were. */
  #takeLastSpareOut(): void {
    if (!("input" in this.#material)) return;
    const { subject } = this;
    const map = subject.lastUpdated();
    subject.remove(map, this.#material.input.spares[map] ?? 0);
    if (this.#answers.some((answer, index) => subject.search(index) !== answer)) {
      this.#withheld = "after inserting and removing it found something else than the reference";
    }
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pauseMs));
}
