import { writtenMessage } from "../../domain/message.ts";
import { existing } from "../../domain/world.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import { outcomeView } from "../reply/outcome-view.ts";
import { commandHandler, type Handlers } from "../server/handler.ts";
import { withIsoInstants } from "../view/instant-text.ts";
import { withdrawalView } from "../view/withdrawal-view.ts";
import { newestFirst } from "./newest-first.ts";

export const controlWithdrawalHandlers = {
  getWithdrawal: {
    answer: ({ params: { withdrawId } }, session) =>
      session.read((moment, { companyId }) => {
        const withdrawal = moment.world.withdrawals.get(withdrawId);
        if (withdrawal?.companyId === companyId) return { type: "withdrawal-read", ...withdrawalView(withdrawal) };
        return outcomeView({ type: "withdrawal-unknown", withdrawId }, moment);
      }),
  },
  listAllWithdrawals: {
    answer: ({ query }, session) =>
      session.readWorld(({ world }) => {
        const { status, companyId } = query;
        const ids = newestFirst([...world.withdrawals.keys()], query, (id) => {
          const withdrawal = existing(world.withdrawals, id);
          return (
            (status === undefined || withdrawal.status === status) &&
            (companyId === undefined || withdrawal.companyId === companyId)
          );
        });
        const withdrawals = ids.map((id) => withdrawalView(existing(world.withdrawals, id)));
        return { type: "all-withdrawals-listed", withdrawals };
      }),
  },
  approveWithdrawal: commandHandler(({ params }, companyId) => ({ ...params, type: "approve-withdrawal", companyId })),
  declineWithdrawal: commandHandler(({ params }, companyId) => ({ ...params, type: "decline-withdrawal", companyId })),
  settleWithdrawal: commandHandler(({ params, body }, companyId) => {
    return { ...body, ...params, type: "settle-withdrawal", companyId };
  }),
  listInbox: {
    answer: ({ query: { withdrawId } }, session) =>
      session.read(({ world }, { inbox }) => {
        const asked = inbox.filter((message) => withdrawId === undefined || message.withdrawId === withdrawId);
        // The one place of the API where a code can be seen.
        const written = asked.map((message) => ({ ...message, ...writtenMessage(world.seed, message) }));
        return { type: "inbox-read", messages: written.map(withIsoInstants).reverse() };
      }),
  },
} satisfies Partial<Handlers<operations>>;
