/** A vitest reporter that says nothing and leaves the numbers of tests in the file that SCHEDLAB_TEST_COUNTS names. */
import { writeFileSync } from "node:fs";

export default class CountTests {
  /** @param {readonly import("vitest/node").TestModule[]} modules */
  onTestRunEnd(modules) {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const count = (/** @type {string} */ state) => states.filter((other) => other === state).length;
    const file = process.env.SCHEDLAB_TEST_COUNTS;
    if (file) writeFileSync(file, JSON.stringify({ passed: count("passed"), failed: count("failed") }));
  }
}
