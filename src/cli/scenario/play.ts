import { createConfig, type LoggerInterface } from "@redocly/openapi-core";
import { type RunFileResult, run } from "@redocly/respect-core";
import { OnlyThese } from "./only-these.ts";
import { type PreparedFiles, scenarioPath } from "./prepare.ts";

interface Play {
  readonly files: PreparedFiles;
  /** The workflows to run, in this order. */
  readonly workflowIds: readonly string[];
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly url: string;
  /** A scenario that jumps back for ever ends here. */
  readonly mostSteps: number;
  readonly fetch: typeof fetch;
}

/** An advance over years answers when all of it has happened. */
const answerMs = 30 * 60_000;

/** Runs workflows with the library, one after the other in one context, so that each knows the outputs of those before. */
export async function play({ files, workflowIds, inputs, url, mostSteps, fetch }: Play): Promise<RunFileResult> {
  const [result] = await run({
    files: [scenarioPath],
    workflow: [...workflowIds],
    input: JSON.stringify(inputs),
    server: JSON.stringify({ interface: url, control: `${url}/sandbox` }),
    config: await createConfig({}),
    fetch,
    logger: silence,
    externalRefResolver: new OnlyThese(inOrder(files, workflowIds)),
    requestFileLoader: { getFileBody: () => Promise.reject(new Error("files cannot be sent")) },
    maxSteps: mostSteps,
    maxFetchTimeout: answerMs,
    // Done before, with places and in plain words.
    skipLint: true,
    // Secrets are taken out of what is shown, and of nothing that is compared.
    noSecretsMasking: true,
  });
  if (result === undefined) throw new Error("the library has run nothing");
  return result;
}

/** The library runs workflows in the order in which they stand in their file. */
function inOrder(files: PreparedFiles, workflowIds: readonly string[]): PreparedFiles {
  const scenario: { workflows: { workflowId: string }[] } = JSON.parse(files.get(scenarioPath) ?? "");
  const place = ({ workflowId }: { workflowId: string }) => {
    const index = workflowIds.indexOf(workflowId);
    return index === -1 ? workflowIds.length : index;
  };
  const workflows = scenario.workflows.toSorted((one, other) => place(one) - place(other));
  return new Map([...files, [scenarioPath, JSON.stringify({ ...scenario, workflows })]]);
}

const silence: LoggerInterface = {
  info() {},
  warn() {},
  output() {},
  error() {},
  printNewLine() {},
  printSeparator() {},
  indent: (text) => text,
};
