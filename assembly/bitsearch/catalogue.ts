/** What the host sees of the variants: their names, and their functions as entries of the table. */
import { Lists, lists } from "./geometry";
import { latency, replayLatency, replayThroughput, throughput, update } from "./measuring-loops";
import { PriorityMap } from "./priority-map";

@unmanaged
@final
export class Variant {
  /** The one that was added before, or null. */
  previous: Variant | null;
  /** Texts of AssemblyScript: UTF-16, with the number of bytes in the 4 bytes before. */
  id: usize;
  idea: usize;
  source: usize;
  lists: u32;
  logStride: u32;
  capacity: u32;
  /** Numbers in the table. */
  fill: u32;
  insert: u32;
  remove: u32;
  search: u32;
  isUndefined: u32;
  throughput: u32;
  latency: u32;
  update: u32;
  replayThroughput: u32;
  replayLatency: u32;
}

type Change = (map: usize, priority: i32) => void;
type Answer = (map: usize) => i32;
type Loop = (maps: usize, rounds: u32) => void;

let latest: Variant | null = null;

/** From here the list goes backwards. */
export function lastVariant(): usize {
  return changetype<usize>(latest);
}

/** One variant for one number of lists. `V` is the map, `L` the lists that it was made for. */
export function add<V extends PriorityMap, L extends Lists>(id: string, idea: string, source: string): void {
  const variant = changetype<Variant>(heap.alloc(offsetof<Variant>()));
  variant.previous = latest;
  variant.id = changetype<usize>(id);
  variant.idea = changetype<usize>(idea);
  variant.source = changetype<usize>(source);
  variant.lists = lists<L>();
  variant.logStride = changetype<L>(0).logStride();
  variant.capacity = changetype<V>(0).capacity();
  const fills: (map: usize, priorities: usize, count: u32) => void = (map, priorities, count) =>
    fill<V>(map, priorities, count);
  const inserts: Change = (map, priority) => changetype<V>(map).insert(priority);
  const removes: Change = (map, priority) => changetype<V>(map).remove(priority);
  const searches: Answer = (map) => changetype<V>(map).search();
  const undefines: Answer = (map) => isUndefined<V>(map);
  variant.fill = fills.index;
  variant.insert = inserts.index;
  variant.remove = removes.index;
  variant.search = searches.index;
  variant.isUndefined = undefines.index;
  variant.throughput = loop((maps, rounds) => throughput<V, L>(maps, rounds));
  variant.latency = loop((maps, rounds) => latency<V, L>(maps, rounds));
  variant.update = loop((maps, rounds) => update<V, L>(maps, rounds));
  variant.replayThroughput = loop((maps, rounds) => replayThroughput<V, L>(maps, rounds));
  variant.replayLatency = loop((maps, rounds) => replayLatency<V, L>(maps, rounds));
  latest = variant;
}

/** An empty map, then these priorities (u16 each). */
function fill<V extends PriorityMap>(address: usize, priorities: usize, count: u32): void {
  const map = changetype<V>(address);
  map.clear();
  for (let index: u32 = 0; index < count; index++) map.insert(load<u16>(priorities + ((<usize>index) << 1)));
}

/** Whether the search would hang on an instruction without a defined answer. */
function isUndefined<V extends PriorityMap>(map: usize): i32 {
  if (isDefined(changetype<V>(map).isUndefined)) return i32(changetype<V>(map).isUndefined());
  return 0;
}

function loop(run: Loop): u32 {
  return run.index;
}
