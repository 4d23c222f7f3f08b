import type { Connection } from "../../src/client/connection.ts";
import { SaldoClient, testBeginning } from "../../src/client/saldo-client.ts";
import { carriedOut } from "../../src/client/unexpected-answer.ts";
import { isObject } from "../description/json.ts";
import type { DeskClient } from "./desk-client.ts";
import { CouldNotRun } from "./verdict-error.ts";

/**
 * The sandbox's own API, in the name of one company: what elsewhere is time, customers, the mailbox, the dashboard. It is
 * no target but a tool, so that it is spoken to with the types of its document. Requests to the simulated interface are
 * made by `Account`, for they follow the description that the suite was given, and no type knows what an overlay says.
 */
export class ControlPlane extends SaldoClient {
  declare readonly apiKey: string;

  constructor(desk: DeskClient, apiKey: string) {
    super({ ...through(desk), apiKey });
  }

  /** Made for one contract; the desk deletes it when the run ends. The clock stands still. */
  static async newWorld(desk: DeskClient, seed: string): Promise<ControlPlane> {
    const { control } = new SaldoClient({ ...through(desk), apiKey: null });
    const order = { ...testBeginning, fixture: "default", seed };
    const { companies } = await carriedOut(control.POST("/worlds", { body: order }));
    // What only says that it is a sandbox breaks the promise of the types here, at the latest.
    const apiKey = companies?.[0]?.apiKey;
    if (apiKey === undefined) throw new CouldNotRun("control-plane", "a new world has no company with a key");
    return new ControlPlane(desk, apiKey);
  }
}

/** @throws CouldNotRun for whatever is no success: the control plane is not what contracts are about. */
function through(desk: DeskClient): Pick<Connection, "url" | "fetch"> {
  return {
    url: desk.url,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const path = pathname + search;
      const headers = Object.fromEntries(request.headers);
      const body = await request.text();
      const answer = await desk.send({ method: request.method, path, headers, ...(body !== "" && { body }) });
      if (answer.status >= 300 || !isObject(answer.body))
        throw new CouldNotRun("control-plane", `${request.method} ${path}: ${answer.status} ${answer.text}`);
      return new Response(answer.text, { status: answer.status });
    },
  };
}
