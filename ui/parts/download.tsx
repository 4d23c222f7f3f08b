import { useSignal } from "@preact/signals";
import type { SaldoClient } from "../../src/client/saldo-client.ts";
import { problemText } from "../state/problem.ts";
import { client } from "../state/session.ts";
import { text } from "../text/text.ts";
import { Button } from "./button.tsx";

interface Props {
  readonly name: string;
  /** Returns what is saved, at the moment of the click. */
  readonly content: (from: SaldoClient) => string | Promise<string>;
  readonly label: string;
}

/** Saves a text as a file on this machine, or says why it cannot be read. */
export function Download({ name, content, label }: Props) {
  const problem = useSignal("");
  const from = client.value;
  const save = async () => {
    if (from === null) return;
    const url = URL.createObjectURL(new Blob([await content(from)]));
    Object.assign(document.createElement("a"), { href: url, download: name }).click();
    URL.revokeObjectURL(url);
    problem.value = "";
  };
  const tell = (error: unknown) => (problem.value = `${text.shell.unread}: ${problemText(error)}`);
  return (
    <>
      <Button name={label} onClick={() => void save().catch(tell)} />
      {problem.value !== "" && (
        <span role="alert" class="bad">
          {problem.value}
        </span>
      )}
    </>
  );
}
