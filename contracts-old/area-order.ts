import { basename } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Areas one after the other as their names say; assumptions last, for they tell what all the others have seen. */
export class AreaOrder extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => `${Number(isOfAssumptions(moduleId))} ${moduleId}`;
    return Promise.resolve(files.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)));
  }
}

function isOfAssumptions(file: string): boolean {
  return basename(file).startsWith("assumed-");
}
