/** Writes a workload image into the tables that the core has reserved for it. */
import type { CoreMemory, CoreRecord } from "./core-memory.js";
import type { CoreDescription } from "./description.js";
import type {
  AddressSpaceRef,
  Distribution,
  Instruction,
  ObjectRef,
  ObjectSpec,
  TaskDocument,
  Value,
  WorkloadImage,
} from "./image.js";

/** An instant that never comes. */
const NEVER = 2n ** 64n - 1n;

/** How long the tables are; `objectSpecs` holds the shared objects first, then those of each document. */
export interface TableSizes {
  readonly instructions: number;
  readonly documents: number;
  readonly documentMarks: number;
  readonly marks: number;
  readonly distributions: number;
  readonly distributionValues: number;
  readonly objectSpecs: number;
  readonly objects: number;
}

export function tableSizes(image: WorkloadImage): TableSizes {
  return {
    instructions: image.instructions.length,
    documents: image.documents.length,
    documentMarks: sum(image.documents, (document) => document.marks.length),
    marks: image.marks.length,
    distributions: image.distributions.length,
    distributionValues: sum(image.distributions, valueCount),
    objectSpecs: image.objects.length + sum(image.documents, (document) => document.privateObjects.length),
    objects: image.objects.length,
  };
}

export class ImageWriter {
  private readonly machine: CoreRecord;

  constructor(
    private readonly memory: CoreMemory,
    private readonly description: CoreDescription,
  ) {
    this.machine = memory.record(constant(description, "machine"), description.Machine);
  }

  write(image: WorkloadImage): void {
    const sequences = this.writeInstructions(image);
    this.writeDistributions(image.distributions);
    this.writeObjects(image);
    this.writeDocuments(image, sequences);
    this.machine.set("seed", image.seed);
  }

  /** Returns, for each document, how many places in sequences its tasks have to remember. */
  private writeInstructions(image: WorkloadImage): number[] {
    const { description } = this;
    const record = this.memory.record(0, description.Instruction);
    const size = constant(description, "instructionSize");
    const base = this.machine.get("instructions");
    const owner = ownersOf(image);
    const sequences = image.documents.map(() => 0);
    image.instructions.forEach((instruction, index) => {
      const target = record.at(base + index * size);
      target.set("opcode", code(description.opcodes, instruction.op));
      this.writeOperands(target, instruction);
      if (instruction.releases) this.addFlag(target, "releases");
      if (!isSequence(image, instruction)) return;
      const document = owner[index] ?? 0;
      const place = sequences[document] ?? 0;
      this.addFlag(target, "sequence");
      target.set("value", (image.documents[document]?.loopDepth ?? 0) + place);
      sequences[document] = place + 1;
    });
    return sequences;
  }

  private writeOperands(target: CoreRecord, instruction: Instruction): void {
    switch (instruction.op) {
      case "run":
      case "sleep":
      case "io":
        writeValue(target, instruction.value, "value", "argument");
        break;
      case "send":
        this.writeObject(target, instruction.object);
        if (instruction.sync) this.addFlag(target, "sync");
        break;
      case "wait":
        this.writeObject(target, instruction.object);
        target.set("value", instruction.mutex.shared ?? instruction.mutex.own);
        if (instruction.mutex.own !== undefined) this.addFlag(target, "ownMutex");
        break;
      case "until":
        if (instruction.object === null) this.addFlag(target, "taskTimer");
        else this.writeObject(target, instruction.object);
        target.set("value", instruction.periodNs);
        if (instruction.rebases) this.addFlag(target, "rebase");
        break;
      case "fork":
        target.set("argument", instruction.document);
        break;
      case "nice":
        target.set("argument", instruction.nice);
        break;
      case "policy":
        target.set("flags", code(this.description.policies, instruction.policy));
        target.set("argument", instruction.rtprio);
        break;
      case "affinity":
        target.set("value", instruction.mask);
        break;
      case "mark":
        target.set("argument", instruction.mark);
        break;
      case "begin":
        target.set("slot", instruction.slot);
        target.set("argument", instruction.count);
        target.set("value", instruction.target);
        break;
      case "end":
        target.set("slot", instruction.slot);
        target.set("value", instruction.target);
        break;
      case "jump":
        target.set("value", instruction.target);
        break;
      default:
        if ("object" in instruction) this.writeObject(target, instruction.object);
    }
  }

  private writeObject(target: CoreRecord, object: ObjectRef): void {
    target.set("argument", object.shared ?? object.own);
    if (object.own !== undefined) this.addFlag(target, "own");
  }

  private addFlag(target: CoreRecord, name: string): void {
    target.set("flags", target.get("flags") | code(this.description.instructionFlags, name));
  }

  private writeDistributions(distributions: readonly Distribution[]): void {
    const record = this.memory.record(0, this.description.Distribution);
    const size = constant(this.description, "distributionSize");
    const base = this.machine.get("distributions");
    const values = this.machine.get("distributionValues");
    let firstValue = 0;
    distributions.forEach((distribution, index) => {
      const target = record.at(base + index * size);
      target.set("kind", code(this.description.distributions, distribution.kind));
      const { a, b, list } = parameters(distribution);
      target.set("a", a);
      target.set("b", b);
      target.set("firstValue", firstValue);
      target.set("count", "valuesNs" in distribution ? distribution.valuesNs.length : 0);
      for (const value of list) {
        this.memory.view.setBigUint64(values + firstValue * 8, BigInt(value), true);
        firstValue += 1;
      }
    });
  }

  private writeObjects(image: WorkloadImage): void {
    const specs: ObjectSpec[] = [...image.objects];
    for (const document of image.documents) specs.push(...document.privateObjects);
    const record = this.memory.record(0, this.description.ObjectSpec);
    const size = constant(this.description, "objectSpecSize");
    const base = this.machine.get("objectSpecs");
    specs.forEach((spec, index) => {
      const target = record.at(base + index * size);
      if (spec.kind === "timer") {
        const { unused, given } = this.description.timerPhases;
        target.set("amount", spec.startNs ?? 0);
        target.set("limit", (spec.startNs === null ? unused : given) ?? 0);
      } else {
        target.set("amount", spec.initial);
        target.set("limit", spec.limit ?? constant(this.description, "unlimited"));
      }
    });
  }

  private writeDocuments(image: WorkloadImage, sequences: readonly number[]): void {
    const record = this.memory.record(0, this.description.TaskDocument);
    const size = constant(this.description, "documentSize");
    const base = this.machine.get("documents");
    const documentMarks = this.machine.get("documentMarks");
    let firstMark = 0;
    let firstOwnObject = image.objects.length;
    image.documents.forEach((document, index) => {
      const target = record.at(base + index * size);
      this.writeAttributes(target, document);
      target.set("counters", document.loopDepth + (sequences[index] ?? 0));
      target.set("marks", document.marks.length);
      target.set("firstMark", firstMark);
      for (const mark of document.marks) {
        this.memory.view.setUint32(documentMarks + firstMark * 4, mark, true);
        firstMark += 1;
      }
      target.set("ownObjects", document.privateObjects.length);
      target.set("firstOwnObject", firstOwnObject);
      firstOwnObject += document.privateObjects.length;
    });
  }

  private writeAttributes(target: CoreRecord, document: TaskDocument): void {
    const inherited = constant(this.description, "inherited");
    target.set("streamKey", document.streamKey);
    target.set("affinity", document.affinity ?? 0n);
    writeValue(target, document.start, "startValue", "startDistribution");
    target.set("count", document.count);
    target.set("cpu", document.cpu ?? -1);
    target.set("nice", document.nice ?? inherited);
    target.set("policy", document.policy === null ? inherited : code(this.description.policies, document.policy));
    target.set("rtprio", document.rtprio ?? (document.policy === null ? inherited : 0));
    target.set("entry", document.entry);
    target.set("timed", Number(document.periodic || document.deadlineNs !== null));
    target.set("deadline", document.deadlineNs ?? 0);
    target.set("timerStart", document.timerStartNs ?? NEVER);
    target.set("mm", this.addressSpace(document.mm));
    target.set("ownMms", document.privateMms);
  }

  private addressSpace(mm: AddressSpaceRef | null): number {
    if (mm === null) return 0;
    if (mm.own !== undefined) return constant(this.description, "ownMm") + mm.own;
    return constant(this.description, "sharedMm") + mm.shared;
  }
}

export function constant(description: CoreDescription, name: string): number {
  return code(description.constants, name);
}

function code(codes: Readonly<Record<string, number>>, name: string): number {
  const value = codes[name];
  if (value === undefined) throw new Error(`the engine does not know ${name}`);
  return value;
}

function writeValue(target: CoreRecord, value: Value, constantField: string, distributionField: string): void {
  if (value.distribution === undefined) target.set(constantField, value.ns);
  else target.set(distributionField, value.distribution + 1);
}

/** The document to which each instruction belongs: programs stand one after the other. */
function ownersOf(image: WorkloadImage): number[] {
  const entries = image.documents.map((document, index) => [document.entry, index] as const);
  entries.sort(([a], [b]) => a - b);
  const owners: number[] = [];
  entries.forEach(([entry, index], position) => {
    const end = entries[position + 1]?.[0] ?? image.instructions.length;
    for (let at = entry; at < end; at++) owners[at] = index;
  });
  return owners;
}

function isSequence(image: WorkloadImage, instruction: Instruction): boolean {
  if (!("value" in instruction) || instruction.value.distribution === undefined) return false;
  return image.distributions[instruction.value.distribution]?.kind === "sequence";
}

/** See the table at Distribution in assembly/machine/program.ts. */
function parameters(distribution: Distribution): { a: number; b: number; list: readonly number[] } {
  switch (distribution.kind) {
    case "uniform":
      return { a: distribution.lowNs, b: distribution.highNs, list: [] };
    case "exponential":
      return { a: distribution.meanNs, b: 0, list: [] };
    case "normal":
      return { a: distribution.meanNs, b: distribution.deviationNs, list: [] };
    case "lognormal":
      return { a: distribution.medianNs, b: distribution.sigmaQ32, list: [] };
    case "pareto":
      return { a: distribution.minimumNs, b: distribution.inverseAlphaQ32, list: [] };
    case "choice": {
      let total = 0;
      const sums = distribution.weights.map((weight) => {
        total += weight;
        return total;
      });
      return { a: 0, b: total, list: [...distribution.valuesNs, ...sums] };
    }
    default:
      return { a: 0, b: 0, list: distribution.valuesNs };
  }
}

function valueCount(distribution: Distribution): number {
  if (!("valuesNs" in distribution)) return 0;
  return distribution.kind === "choice" ? distribution.valuesNs.length * 2 : distribution.valuesNs.length;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
