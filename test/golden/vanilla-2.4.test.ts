/** The scheduler of Linux 2.4, one global runqueue, 1 to 32 CPUs. */
import { testFamily } from "./family.js";

testFamily("vanilla-2.4");
