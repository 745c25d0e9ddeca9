/** EEVDF of 6.12, one CPU. */
import { testFamily } from "./family.js";

testFamily("eevdf-6.12");
