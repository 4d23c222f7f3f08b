/** Returns an array as PostgreSQL reads it. */
export function arrayOf(values: readonly (string | number)[]): string {
  const texts = values.map((value) => {
    return typeof value === "string" ? `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"` : value;
  });
  return `{${texts.join(",")}}`;
}
