import { requestOf } from "../../client/answered-request.ts";
import type { WorldOrder } from "../../client/saldo-client.ts";
import { carriedOut, UnexpectedAnswer } from "../../client/unexpected-answer.ts";
import { fields, table } from "./table.ts";
import { type Noun, verb } from "./verb.ts";

interface NewFlags {
  readonly fixture?: string;
  readonly seed?: string;
  readonly startAt?: string;
  readonly frozen?: true;
}

function orderOf({ fixture, seed, startAt, frozen }: NewFlags): WorldOrder {
  return {
    ...(fixture !== undefined && { fixture }),
    ...(seed !== undefined && { seed }),
    ...(startAt !== undefined && { startAt }),
    ...(frozen && { clock: { mode: "frozen" } }),
  };
}

/** `saldo world` */
export const worldNoun: Noun = {
  name: "world",
  text: "create, list or delete worlds of a running sandbox",
  usual: "list",
  verbs: [
    verb({
      usage: "list",
      text: "list the worlds",
      examples: ["list"],
      run: async ({ client: { control } }) => (await carriedOut(control.GET("/worlds"))).worlds,
      show: (worlds) =>
        table(
          worlds,
          [
            ["WORLD", ({ worldId }) => worldId],
            ["FIXTURE", ({ fixture }) => fixture],
            ["CREATED", ({ createdAt }) => createdAt],
          ],
          "No worlds.",
        ),
    }),
    verb<{ worldId: string; companies: readonly { companyId: string; apiKey: string }[] }, NewFlags>({
      usage: "new",
      text: "create a world, and print its API keys",
      options: [
        ["--fixture <name>", null, "how it begins"],
        ["--seed <text>", null, "seed for ids, codes and people"],
        ["--start-at <instant>", null, "when it begins"],
        ["--frozen", null, "freeze its clock"],
      ],
      examples: ["new --fixture pending-review --frozen"],
      run: ({ client: { control }, flags }) => carriedOut(control.POST("/worlds", { body: orderOf(flags) })),
      show: ({ worldId, companies }) =>
        [fields({ world: worldId }), ...companies.map(({ companyId, apiKey }) => `${companyId}  ${apiKey}`)].join("\n"),
    }),
    verb({
      usage: "delete <worldId>",
      text: "delete a world and its history",
      examples: ["delete wld_9a1c"],
      run: async ({ client: { control }, args: [worldId = ""] }) => {
        const { error, response } = await control.DELETE("/worlds/{worldId}", { params: { path: { worldId } } });
        if (!response.ok) throw new UnexpectedAnswer(requestOf(response), response.status, error);
        return { worldId };
      },
      show: ({ worldId }) => `${worldId} is deleted.`,
    }),
  ],
};
