import { once } from "node:events";
import { createServer, request } from "node:http";

/** The way from outside to a sandbox that looks like a deployment: all of it but the control plane. */
export class Facade implements AsyncDisposable {
  readonly url: string;
  readonly #close: () => void;

  private constructor(url: string, close: () => void) {
    this.url = url;
    this.#close = close;
  }

  static async before(sandboxUrl: string): Promise<Facade> {
    const server = createServer((asked, answer) => {
      if (asked.url?.startsWith("/sandbox")) {
        answer.writeHead(404).end();
        return;
      }
      const { method, headers } = asked;
      const passed = request(sandboxUrl + asked.url, { method, headers }, (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      });
      passed.once("error", () => answer.destroy());
      asked.pipe(passed);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (typeof address !== "object" || address === null) throw new Error("the facade has no address");
    return new Facade(`http://127.0.0.1:${address.port}`, () => {
      server.closeAllConnections();
      server.close();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#close();
  }
}
