import { InvalidArgumentError, Option } from "commander";

/** What `--only` names: ids of clauses, with commas between them and `*` for any characters. */
export function clausePatterns(text: string): readonly string[] {
  const patterns = text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
  if (patterns.length > 0) return patterns;
  // Nothing at all would otherwise mean everything.
  throw new InvalidArgumentError("Allowed are ids of clauses such as 'signature.*,webhooks.name'.");
}

/** Where reports of clauses go, besides the terminal. */
export function reportOptions(): readonly Option[] {
  return [
    new Option("--json <file>", "write the report as JSON"),
    new Option("--junit <file>", "write the report as JUnit XML"),
    new Option("--html <file>", "write the report as one HTML page"),
    new Option("--github", "annotations for GitHub Actions; on by itself there"),
  ];
}
