import type { SpecDocument } from "../../spec/document.ts";
import type { StartedTarget } from "../target/started-target.ts";
import type { ContractChoice } from "./contract-choice.ts";

/** The flags name exactly one. What starts it is loaded only where it is needed. */
export async function startTarget({ url, container }: ContractChoice, document: SpecDocument): Promise<StartedTarget> {
  if (container !== undefined) {
    const { startContainer } = await import("../target/container-target.ts");
    return startContainer(container);
  }
  if (url === undefined) {
    const { startSandboxInProcess } = await import("../target/sandbox-target.ts");
    return startSandboxInProcess(document);
  }
  return { place: "by URL", url, [Symbol.asyncDispose]: async () => {} };
}
