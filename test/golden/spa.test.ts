/**
 * The single-priority-array schedulers on one CPU. Their traces are of a reconstruction, made by a second
 * implementation of the same description.
 */
import { testFamily } from "./family.js";

testFamily("spa");
