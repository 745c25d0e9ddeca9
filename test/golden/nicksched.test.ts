/** Nick Piggin's scheduler policy v13, 1 to 32 CPUs. */
import { testFamily } from "./family.js";

testFamily("nicksched");
