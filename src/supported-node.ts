import { nodeProblem } from "./node-version.ts";

/**
 * The first import of every entry point of the package. Modules run in the order of their imports, so an old Node is
 * rejected before anything else runs. Everything that these entry points load must link on an old Node, too;
 * node-version.test.ts checks that.
 */
const problem = nodeProblem();
if (problem !== null) {
  const error = new Error(problem);
  // The stack of this file does not help.
  error.stack = `Error: ${problem}`;
  throw error;
}
