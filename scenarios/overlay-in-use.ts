/** Returns what to know before scenarios run on a sandbox that follows an overlay; undefined where it follows none. */
export async function overlayWarning(
  url: string,
  send: (request: Request) => Promise<Response> = fetch,
): Promise<string | undefined> {
  const response = await send(new Request(`${url}/openapi.json`));
  const document: unknown = response.ok ? await response.json() : undefined;
  const title: unknown = Object(document)["x-overlay"];
  if (typeof title !== "string") return undefined;
  return `warning: ${url} follows the overlay "${title}", and scenarios do not: they have to use the names of the overlay, so the shipped ones fail`;
}
