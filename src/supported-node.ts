import { nodeProblem } from "./node-version.ts";

/**
 * The first import of every entry point of the package: modules are evaluated in the order of their imports, so that a Node
 * that is too old is told before anything else runs. What these entry points load must link on an old Node, too:
 * node-version.test.ts checks that.
 */
const problem = nodeProblem();
if (problem !== null) {
  const error = new Error(problem);
  // Where in this file it was thrown helps nobody.
  error.stack = `Error: ${problem}`;
  throw error;
}
