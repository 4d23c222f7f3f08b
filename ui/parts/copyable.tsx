import { CopyButton } from "./copy-button.tsx";

/** An identifier, a secret or an address, with a button that copies it. */
export function Copyable({ content }: { readonly content: string }) {
  return (
    <span class="copyable">
      <code>{content}</code>
      <CopyButton kind="icon" content={() => content} />
    </span>
  );
}
