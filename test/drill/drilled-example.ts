import { cents, type DrillOptions } from "saldo/drill";
import type { Application } from "../../examples/drill/application.ts";

/** Returns how the example, or a planted variant of it, is drilled. */
export function drilledExample(application: typeof Application) {
  return {
    begin: (start) => application.begin(start),
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
  } satisfies DrillOptions<Application, { payout: { cents: number } }>;
}
