import { join } from "node:path";
import { inFolder } from "../in-folder.ts";
import { type Row, rowOf, type Scale } from "../row.ts";
import { cancelLoad, companiesOf, inOwnWorlds } from "../rows/withdrawals.ts";
import { saldo } from "../servers/saldo.ts";
import { type Loadable, underLoad } from "../under-load.ts";
import { type MeasureShared, where } from "./database.ts";

const clients = 64;

/** Commands of many clients, in one world that all of them share, and in a world for each. */
export const throughput: MeasureShared = async (url, scale) => {
  return [
    await row(
      `${clients} companies of one world`,
      0.4,
      { url, schema: "one_world" },
      scale,
      cancelLoad(clients),
      companiesOf(clients),
    ),
    await row(`${clients} worlds`, 0.6, { url, schema: "many_worlds" }, scale, (at) => inOwnWorlds(at, clients)),
  ];
};

function row(
  whose: string,
  atLeast: number,
  database: { readonly url: string; readonly schema: string },
  scale: Scale,
  load: Loadable["load"],
  fixture?: object,
): Promise<Row> {
  return inFolder(async (folder) => {
    const given = fixture === undefined ? {} : { fixture };
    const candidates = [
      await saldo(folder, { name: "Saldo in a folder", ...given, data: join(folder, "data") }),
      await saldo(folder, { name: "Saldo on PostgreSQL", ...given, database }),
    ];
    const { measured, remarks } = await underLoad(
      candidates.map((candidate) => ({ candidate, load })),
      scale,
    );
    return rowOf({
      title: `a withdrawal initiated and cancelled, ${clients} clients, ${whose}`,
      unit: "requests/s",
      better: "more",
      figures: measured.throughput("Saldo in a folder"),
      targets: [measured.target("perSecond", "Saldo on PostgreSQL", { atLeast }, "Saldo in a folder")],
      remarks: [where, ...remarks],
    });
  });
}
