/** The global runqueue as 2.5.2-pre9 had it, 1 to 32 CPUs. */
import { testFamily } from "./family.js";

testFamily("vanilla-2.5");
