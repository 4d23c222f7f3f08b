import { branchTo } from "../../engine/history/chronicle.ts";
import { factsOf } from "../../engine/history/fact.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import { instantOf } from "../../spec/given-instant.ts";
import type { View } from "../../spec/renderer.ts";
import type { Handlers } from "../server/handler.ts";
import { MAX_ENTRIES, type Statement, StatementBuilder } from "../statement/statement.ts";
import { statementCsv } from "../statement/statement-csv.ts";
import { statementOfx } from "../statement/statement-ofx.ts";
import { isoInstant } from "../view/instant-text.ts";
import { along } from "./history.ts";
import { endsBeforeItBegins, notAllowed } from "./timeline.ts";

/** Tells a company's money as a bank tells it. */
export const statementHandlers = {
  getStatement: {
    isLong: true,
    answer: async ({ query }, session) => {
      const seen = await session.read(({ world, at, position, chronicle }, { companyId, ledger }) => {
        const { timeZone } = world.settings;
        const branch = branchTo(chronicle, position);
        return { world, at, branch, companyId, timeZone, available: ledger.available };
      });
      const to = query.to === undefined ? seen.at : instantOf(query.to);
      const from = query.from === undefined ? null : instantOf(query.from);
      if (from !== null && to < from) return endsBeforeItBegins(from, to);
      const builder = new StatementBuilder(seen.companyId, { from, to });
      for await (const step of along(session.world, seen.branch)) {
        for (const fact of factsOf(step)) builder.add(fact, seen.world);
        if (builder.isTooLong) return tooLong;
      }
      return views[query.format ?? "json"](builder.finished(seen.available, seen.timeZone));
    },
  },
} satisfies Partial<Handlers<operations>>;

const tooLong = notAllowed("from", `the statement has more than ${MAX_ENTRIES} entries; choose a shorter period`);

const views: Readonly<Record<"json" | "csv" | "ofx", (statement: Statement) => View>> = {
  json: ({ from, to, entries, ...statement }) => ({
    type: "statement-read",
    ...statement,
    ...{ from: isoInstant(from), to: isoInstant(to) },
    entries: entries.map((entry) => ({ ...entry, at: isoInstant(entry.at) })),
  }),
  csv: (statement) => ({ type: "statement-csv", text: statementCsv(statement) }),
  ofx: (statement) => ({ type: "statement-ofx", text: statementOfx(statement) }),
};
