import { signal } from "@preact/signals";
import { text } from "../text/text.ts";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Download } from "./download.tsx";
import { indentedJson } from "./indented-json.ts";

/** Whether bodies are shown with line breaks of the page's own. */
const isIndented = signal(true);

interface Props {
  /** A text is shown, copied and saved with the very bytes that were sent; anything else was read from JSON before. */
  readonly content: unknown;
  /** The name of the file that it is saved as. */
  readonly file?: string;
}

/** The bytes of a stranger, as text and never as HTML: as they were sent, or indented. */
export function BodyText({ content, file = "body.json" }: Props) {
  if (content === null || content === undefined) return null;
  const t = text.bytes;
  const sent = typeof content === "string" ? content : null;
  const shown = sent === null ? JSON.stringify(content, null, 2) : isIndented.value ? indentedJson(sent) : sent;
  return (
    <>
      <p class="line">
        {sent !== null && (
          <Button
            name={isIndented.value ? t.asSent : t.indented}
            onClick={() => (isIndented.value = !isIndented.value)}
          />
        )}
        <CopyButton content={() => sent ?? shown} />
        <Download name={file} content={() => sent ?? shown} label={t.download} />
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <pre class="body-text" tabIndex={0}>
        {shown}
      </pre>
    </>
  );
}
