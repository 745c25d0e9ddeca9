/** On what the figures were taken. */
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";

/** One line; the load tells how much to believe the times. */
export function describeMachine() {
  const load = loadavg()[0] ?? 0;
  const busy = load > availableParallelism() / 2 ? " (others are at work here: believe CPU times and minima)" : "";
  const parts = [
    cpus()[0]?.model.trim() ?? "unknown CPU",
    `${availableParallelism()} CPUs`,
    ...caches(),
    `Node ${process.versions.node}`,
    `load ${load.toFixed(1)}${busy}`,
  ];
  return parts.join(", ");
}

/** "L2 2048K", as far as Linux tells. */
function caches() {
  const folder = "/sys/devices/system/cpu/cpu0/cache";
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith("index"))
      .map((name) => {
        const read = (/** @type {string} */ file) => readFileSync(`${folder}/${name}/${file}`, "utf8").trim();
        return { level: read("level"), type: read("type"), size: read("size") };
      })
      .filter(({ type }) => type !== "Instruction")
      .map(({ level, size }) => `L${level} ${size}`);
  } catch {
    return [];
  }
}
