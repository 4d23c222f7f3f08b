/** Returns a request as a command for a shell. `headers`: each as a word that the shell reads. */
export function curlText(method: string, url: string, headers: readonly string[], body: unknown): string {
  const json =
    body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${shellWord(JSON.stringify(body))}`];
  return [`curl -X ${method} ${shellWord(url)}`, ...headers.map((header) => `-H ${header}`), ...json].join(" \\\n  ");
}

/** In single quotes a shell changes nothing; a single quote itself stands between two pairs. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
