import { beforeAll, test } from "vitest";
import { sandboxOfTests } from "../test/sandbox-of-tests.ts";
import { contractTests } from "./contract-tests.ts";

const sandbox = await sandboxOfTests();

contractTests({ url: () => sandbox.url }, { test, beforeAll });
