/** Why a task waited: in a simulated run with the scheduler's rules, in a recording as far as it goes. */
export type * from "./explanation.js";
export { type ExplainQuery, explainRecording } from "./recorded.js";
export { type ExplainOptions, explainWorkload } from "./simulated.js";
export { explanationLines } from "./text.js";
