import { listOperations } from "../src/spec/operations.ts";
import { type DocumentPart, request } from "./postman-collection.ts";
import { type Folder, type Item, script } from "./postman-format.ts";

/** Returns the calls that a page shows as curl commands, in its order, as a folder that runs from top to bottom. */
export function sessionOf(page: string, parts: readonly DocumentPart[]): Folder {
  const commands = [...page.matchAll(/^\$ (curl .*)$/gm)].map(([, command = ""]) => command);
  return {
    name: "Session",
    description: "The calls of the README. Run the folder, or send one request after the other.",
    item: commands.map((command, index) => itemOf(command, index + 1, parts)),
  };
}

/** The tests of the README run the commands, so this reads only what they have: an address, headers and a JSON body. */
function itemOf(command: string, number: number, parts: readonly DocumentPart[]): Item {
  const [, path = ""] = /http:\/\/127\.0\.0\.1:4400(\/\S*)/.exec(command) ?? [];
  const [, json] = / -d '([^']*)'/.exec(command) ?? [];
  const body: unknown = json === undefined ? undefined : JSON.parse(json);
  const method = body === undefined ? "GET" : "POST";
  const item = request(`${number}. ${summaryOf(method, path, parts)}`, method, path, { body });
  return { ...item, event: [script(succeeds)] };
}

const succeeds = `
pm.test("succeeds", () => {
  pm.expect(pm.response.code).to.be.below(300);
});
`;

function summaryOf(method: string, path: string, parts: readonly DocumentPart[]): string {
  for (const { prefix, document } of parts) {
    const found = listOperations(document).find((one) => one.method === method && prefix + one.path === path);
    const item = found && document.paths?.[found.path];
    const summary = method === "GET" ? item?.get?.summary : item?.post?.summary;
    if (summary !== undefined) return summary;
  }
  throw new Error(`no document describes ${method} ${path} with a summary`);
}
