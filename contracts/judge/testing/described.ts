import { readFileSync } from "node:fs";
import { Description } from "../description.ts";

const document = new URL("../../../src/spec/generated/interface.json", import.meta.url);
/** The interface, as the repository describes it. */
export const description = new Description(JSON.parse(readFileSync(document, "utf8")));
