import { Option } from "commander";

/** Where reports of clauses go, besides the terminal. */
export function reportOptions(): readonly Option[] {
  return [
    new Option("--json <file>", "write the report as JSON"),
    new Option("--junit <file>", "write the report as JUnit XML"),
    new Option("--html <file>", "write the report as one HTML page"),
    new Option("--github", "annotations for GitHub Actions; on by itself there"),
  ];
}
