import { useSignal } from "@preact/signals";
import { problemText } from "../state/problem.ts";
import { text } from "../text/text.ts";

interface Props {
  readonly name: string;
  /** Returns what is saved, at the moment of the click. */
  readonly content: () => string | Promise<string>;
  readonly label: string;
}

/** Saves a text as a file on this machine, or says why it cannot be read. */
export function Download({ name, content, label }: Props) {
  const problem = useSignal("");
  const save = async () => {
    const url = URL.createObjectURL(new Blob([await content()]));
    Object.assign(document.createElement("a"), { href: url, download: name }).click();
    URL.revokeObjectURL(url);
    problem.value = "";
  };
  const tell = (error: unknown) => (problem.value = `${text.value.shell.unread}: ${problemText(error)}`);
  return (
    <>
      <button type="button" onClick={() => void save().catch(tell)}>
        {label}
      </button>
      {problem.value !== "" && (
        <span role="alert" class="bad-word">
          {problem.value}
        </span>
      )}
    </>
  );
}
