/** CFS of 2.6.23 and 2.6.24, 1 to 8 CPUs. */
import { testFamily } from "./family.js";

testFamily("cfs-2.6");
