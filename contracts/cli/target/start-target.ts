import type { TargetChoice } from "../../../src/cli/target-options.ts";
import type { SpecDocument } from "../../../src/spec/document.ts";
import type { StartedTarget } from "./started-target.ts";

/** Starts what a run uses, if need be. `documentOf`: the description of a sandbox in this process. */
export async function startTarget(
  { url, container }: Pick<TargetChoice, "url" | "container">,
  documentOf: () => SpecDocument,
): Promise<StartedTarget> {
  if (container !== undefined) {
    const { startContainer } = await import("./container-target.ts");
    return startContainer(container);
  }
  if (url === undefined) {
    const { startSandboxInProcess } = await import("./sandbox-target.ts");
    return startSandboxInProcess(documentOf());
  }
  return { place: "by URL", url, [Symbol.asyncDispose]: async () => {} };
}
