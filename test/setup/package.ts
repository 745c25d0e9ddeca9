/** Once per run, before the first test of what is shipped: build the core and the package if out of date. */
import { buildEngine } from "../../scripts/build/engine.mjs";
import { buildPackage } from "../../scripts/build/package.mjs";

export async function setup(): Promise<void> {
  await buildEngine();
  await buildPackage();
}
