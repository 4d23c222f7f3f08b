import { Download } from "../../parts/download.tsx";
import { client } from "../../state/session.ts";
import { text } from "../../text/text.ts";

/** Saves the company's statement as a file for a spreadsheet, or for an accounting program. */
export function StatementFiles() {
  return (
    <p class="line">
      {(["csv", "ofx"] as const).map((format) => (
        <Download
          key={format}
          name={`statement.${format}`}
          content={() => statement(format)}
          label={text.value.worlds.statement(format.toUpperCase())}
        />
      ))}
    </p>
  );
}

async function statement(format: "csv" | "ofx"): Promise<string> {
  const from = client.peek();
  if (from === null) throw new Error("without a key there is no statement");
  return from.history.statementFile(format);
}
