/** Once per run, before the first test that needs the core: compile it if it is missing or out of date. */
import { buildEngine } from "../../scripts/build/engine.mjs";

export async function setup(): Promise<void> {
  await buildEngine();
}
