/** The core built for benches: its exports as they are, without the host. */
import { readFile } from "node:fs/promises";

/** Compiles build/NAME.wasm; questions run in the project's folder. */
export async function compileBuilt(name: "probe" | "bench"): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(`build/${name}.wasm`));
}

export async function instantiateBuilt<Exports>(module: WebAssembly.Module): Promise<Exports> {
  const abort = () => {
    throw new Error("the core aborted");
  };
  const { exports } = await WebAssembly.instantiate(module, { env: { abort } });
  return exports as unknown as Exports;
}
