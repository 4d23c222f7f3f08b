import type { SaldoClient } from "../../../src/client/saldo-client.ts";
import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { Download } from "../../parts/download.tsx";
import { text } from "../../text/text.ts";

export function ExportWorld() {
  const saveFile = async ({ control }: SaldoClient) => {
    const { world } = await carriedOut(control.GET("/world/save-file"));
    return JSON.stringify(world, null, 2);
  };
  return <Download name="world.json" content={saveFile} label={text.worlds.export} />;
}

export function StatementFiles() {
  return (
    <p class="line">
      {(["csv", "ofx"] as const).map((format) => (
        <Download
          key={format}
          name={`statement.${format}`}
          content={({ history }) => history.statementFile(format)}
          label={text.worlds.statement(format.toUpperCase())}
        />
      ))}
    </p>
  );
}
