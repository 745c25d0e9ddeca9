/** BFS of a 2.6.35.14 kernel, 1 to 32 CPUs. */
import { testFamily } from "./family.js";

testFamily("bfs-2.6");
