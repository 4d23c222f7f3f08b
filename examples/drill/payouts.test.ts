// With vitest: npx vitest run examples/drill
import { cents, drill } from "saldo/drill";
import { test } from "vitest";
import { Application } from "./application.ts";

test("the books are right, whatever goes wrong", async () => {
  await drill({
    begin: (start) => Application.begin(start),
    receiver: (app) => app.receiver,
    acts: {
      payout: {
        with: { cents: cents(500, 30_000) },
        do: (app, { cents }, { reference }) => app.payouts.payOut(reference, cents),
      },
    },
    settle: (app) => app.payouts.reconcile(),
    books: (app) => app.books(),
    restart: (app) => app.restart(),
    end: (app) => app.end(),
    worlds: 10,
    seconds: 60,
  });
});
