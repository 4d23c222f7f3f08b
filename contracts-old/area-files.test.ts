import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { areaFilesOf } from "./area-files.ts";
import { clauses } from "./clauses/catalogue.ts";

const folder = new URL("areas/", import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith(".contract.ts"));

test("each clause has its contract in a file that is loaded for it", () => {
  for (const { id } of clauses) {
    const [pattern = "", ...others] = areaFilesOf([id]);
    expect(others).toEqual([]);
    const fits = new RegExp(`^${pattern.replace("areas/", "").replace("*", ".*")}\\.ts$`);
    const loaded = files.filter((file) => fits.test(file)).map((file) => readFileSync(new URL(file, folder), "utf8"));
    expect(loaded.join("\n"), id).toContain(`"${id}"`);
  }
});

test("files are named once, and only those that are needed", () => {
  expect(areaFilesOf(["otp.required", "otp.six-digits", "fee.simulation-answers"])).toEqual([
    "areas/otp.contract",
    "areas/fee.contract",
  ]);
  expect(areaFilesOf(["status.initiated", "behaviour.otp-life"])).toEqual(["areas/assumed-*.contract"]);
});
