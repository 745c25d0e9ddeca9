/**
 * Who may import whom. The rules are the table at the top; the rest reads the import statements of a source
 * file and judges them. Sources come in as a map from path to text, so that the rules can be tried on made-up ones.
 */
import { posix } from "node:path";

export type Sources = ReadonlyMap<string, string>;

/** An area of the project: its name, the files that belong to it, and what else it may import. */
interface Area {
  readonly name: string;
  readonly files: RegExp;
  /** Files outside the area that it may import. */
  readonly may: readonly RegExp[];
}

const structures = /^assembly\/structures\//;
const machine = /^assembly\/machine\//;
/** What happens when: the files that call schedulers, and that schedulers therefore do not know. */
const drivers = /^assembly\/machine\/(timeline|operations)\.ts$/;
/** What a scheduler does, and how it describes itself. */
const schedulerInterface = /^assembly\/schedulers\/(scheduler|profile)\.ts$/;
/** What several schedulers have in common. */
const schedulersShare = /^assembly\/schedulers\/(realtime\.ts$|shared\/)/;
/** Load balancers, one file per generation. */
const balancers = /^assembly\/schedulers\/balancing\//;
/**
 * The parts of a scheduler, in its folder: records, rules, runqueues. A balancer works on those of the schedulers that
 * it serves.
 */
const schedulerParts = /^assembly\/schedulers\/[^/]+\/[^/]+\.ts$/;
const engineTypes = /^src\/engine\/(types|image)\.ts$/;
const errors = /^src\/errors\.ts$/;
const engine = /^src\/engine\//;
const workload = /^src\/workload\//;
const result = /^src\/result\//;
/** How distributions are held wherever they are compared. */
const histogram = /^src\/result\/histogram\.ts$/;
const trace = /^src\/trace\//;
const recording = /^src\/recording\//;
const importing = /^src\/import\//;
const report = /^src\/report\//;
const sweep = /^src\/sweep\//;
const bitsearch = /^src\/bitsearch\//;
const explain = /^src\/explain\//;
const spans = /^src\/spans\.ts$/;

/** The first area that a file matches is its own. Files of one area may import each other, except schedulers. */
const areas: readonly Area[] = [
  { name: "structures", files: structures, may: [] },
  { name: "machine", files: machine, may: [structures, schedulerInterface] },
  { name: "scheduler interface", files: schedulerInterface, may: [structures, machine] },
  { name: "shared by schedulers", files: schedulersShare, may: [structures, machine, schedulerInterface] },
  {
    name: "load balancer",
    files: balancers,
    may: [structures, machine, schedulerInterface, schedulersShare, schedulerParts],
  },
  {
    name: "scheduler",
    files: /^assembly\/schedulers\//,
    may: [structures, machine, schedulerInterface, schedulersShare, balancers],
  },
  { name: "bit-search lab of the core", files: /^assembly\/bitsearch\//, may: [structures] },
  { name: "entries of the core", files: /^assembly\/[^/]+\.ts$/, may: [/^assembly\//] },

  { name: "errors", files: errors, may: [] },
  { name: "version", files: /^src\/version\.ts$/, may: [] },
  { name: "engine", files: engine, may: [errors] },
  { name: "workload", files: workload, may: [engineTypes, errors] },
  { name: "result", files: result, may: [engineTypes, errors] },
  { name: "recording", files: recording, may: [engineTypes, errors] },
  { name: "trace", files: trace, may: [engineTypes, recording, errors] },
  { name: "import", files: importing, may: [engineTypes, workload, recording, histogram, errors] },
  { name: "report", files: report, may: [engineTypes, result, recording, errors] },
  {
    name: "sweep",
    files: sweep,
    may: [engine, workload, result, errors, /^src\/(simulation|scheduler-choice|scheduler-patterns|version)\.ts$/],
  },
  {
    name: "bit-search lab",
    files: bitsearch,
    may: [engine, workload, result, errors, /^src\/(scheduler-choice|version)\.ts$/],
  },
  {
    name: "explanations",
    files: explain,
    may: [engine, workload, recording, errors, spans, /^src\/simulation\.ts$/],
  },
  { name: "spans of time", files: spans, may: [] },
  { name: "command line", files: /^src\/cli\//, may: [/^src\//] },
  {
    name: "public interface",
    files: /^src\/[^/]+\.ts$/,
    may: [
      engine,
      workload,
      result,
      trace,
      recording,
      importing,
      report,
      sweep,
      bitsearch,
      explain,
      errors,
      /^src\/version\.ts$/,
    ],
  },
];

/** The one file that knows the loader. */
const loaderFile = "src/engine/load.ts";
/** Where Node's own modules may be imported besides src/cli; no browser build contains them. */
const nodeFiles: readonly string[] = ["src/engine/read-engine.node.ts", "src/sweep/workers/thread-pool.ts"];
/** What may import files that only work in Node: the variants of sources and workers that browsers never get. */
const nodeVariants: readonly string[] = [
  "src/engine/default-source.ts",
  "src/engine/default-source.node.ts",
  "src/sweep/default-workers.ts",
  "src/sweep/default-workers.node.ts",
];
/** The imports of something that is made by the build. */
const builtFiles: ReadonlyMap<string, readonly string[]> = new Map([
  ["src/engine/default-source.embedded.ts", ["build/engine.wasm", "build/bitsearch.wasm", "build/recorder.wasm"]],
  ["src/sweep/default-workers.embedded.ts", ["build/sweep-worker.browser.txt"]],
]);

/** All violations, one readable line each. */
export function violations(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) =>
    importsOf(text).flatMap((specifier) => {
      const reason = judge(file, specifier);
      return reason === null ? [] : [`${file} imports "${specifier}": ${reason}`];
    }),
  );
}

/** Why the import is wrong, or null. */
function judge(file: string, specifier: string): string | null {
  if (!specifier.startsWith(".")) return judgePackage(file, specifier);
  const target = resolve(file, specifier);
  if (builtFiles.get(file)?.includes(target)) return null;
  const from = areas.find(({ files }) => files.test(file));
  if (from === undefined) return "the file belongs to no area of test/architecture/import-rules.ts";
  if (nodeFiles.includes(target) && !nodeVariants.includes(file)) return "a browser build would get Node's own modules";
  const to = areas.find(({ files }) => files.test(target));
  if (from === to) {
    return from.name !== "scheduler" || schedulerOf(file) === schedulerOf(target)
      ? null
      : "schedulers do not know each other";
  }
  if (from.may.some((files) => files.test(target))) {
    return file.startsWith("assembly/schedulers/") && drivers.test(target)
      ? "a scheduler does not know what drives it"
      : null;
  }
  return `${from.name} may not import ${to?.name ?? "what lies outside src and assembly"}`;
}

function judgePackage(file: string, specifier: string): string | null {
  if (file.startsWith("assembly/")) return "the core imports no packages";
  if (specifier === "@assemblyscript/loader" || specifier.startsWith("@assemblyscript/loader/")) {
    return file === loaderFile ? null : `only ${loaderFile} knows the loader`;
  }
  if (specifier.startsWith("node:") && !file.startsWith("src/cli/") && !nodeFiles.includes(file)) {
    return "Node's own modules belong to src/cli, so that the library runs in a browser";
  }
  return null;
}

/** A scheduler is a file of assembly/schedulers, or a folder of it with all its files. */
function schedulerOf(file: string): string {
  return file.slice("assembly/schedulers/".length).split("/")[0]!.replace(/\.ts$/, "");
}

/** The source file that a relative specifier means: TypeScript writes `.js` or, in the core, no ending. */
function resolve(file: string, specifier: string): string {
  const path = posix.join(posix.dirname(file), specifier).replace(/\.js$/, ".ts");
  return file.startsWith("assembly/") && !path.endsWith(".ts") ? `${path}.ts` : path;
}

/** The specifiers of all import and export-from statements, dynamic imports and type imports of a source. */
export function importsOf(text: string): string[] {
  const statements =
    /(?:^|[;}\s])(?:import|export)\s*(?:type\s+)?(?:[\w$*{][\w$*{},\s]*?\s*\bfrom\s*)?(["'])([^"'\n]+)\1|\bimport\s*\(\s*(["'])([^"'\n]+)\3/g;
  return [...withoutComments(text).matchAll(statements)].map((match) => (match[2] ?? match[4])!);
}

/** Strings are matched too, so that a `//` inside one begins no comment. */
function withoutComments(text: string): string {
  const pieces = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g;
  return text.replace(pieces, (piece) => (piece.startsWith("/") ? " " : piece));
}
