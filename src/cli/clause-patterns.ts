import { InvalidArgumentError } from "commander";

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
