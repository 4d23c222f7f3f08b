import { InvalidArgumentError } from "commander";

/**
 * Returns a parser of addresses that requests are sent to: http or https, without a user name, a password, a query and a
 * fragment, because addresses stand in reports. Its messages do not repeat the address, which may have a password in it.
 */
export function addressParser(example: string): (text: string) => string {
  return (text) => {
    const problem = addressProblem(text, example);
    if (problem !== null) throw new InvalidArgumentError(problem);
    return text.replace(/\/+$/, "");
  };
}

/** Returns what is wrong with an address, without repeating it; null if nothing is. */
export function addressProblem(text: string, example: string, allowsQuery = false): string | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return `Allowed is an address such as ${example}.`;
  if (url.username !== "" || url.password !== "") return "An address cannot have a user name or a password.";
  if (url.hash !== "") return "An address cannot have a fragment, because fragments are never sent.";
  if (url.search !== "" && !allowsQuery) return "An address cannot have a query.";
  return null;
}
