/** CFS of 5.19, one CPU. */
import { testFamily } from "./family.js";

testFamily("cfs-5.19");
