/** The staircase, v13 on one CPU and v16 on 1 to 32 CPUs. */
import { testFamily } from "./family.js";

testFamily("staircase");
