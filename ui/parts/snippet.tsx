import type { ComponentChildren } from "preact";
import type { Action } from "../state/action.ts";
import { curlOf } from "../state/action-text.ts";
import { apiKey, companyId, serverUrl } from "../state/session.ts";
import { CopyButton } from "./copy-button.tsx";

/** Code with its language above it, and a button that copies it. */
export function Snippet({ name, content }: { readonly name: string; readonly content: string }) {
  return (
    <div class="snippet">
      <p class="line">
        <b>{name}</b>
        <span class="spacer" />
        <CopyButton key={content} content={() => content} />
      </p>
      <code>{content}</code>
    </div>
  );
}

/** An action as a command for a shell, as the company that the page acts as. */
export function Curl({ action }: { readonly action: Action }) {
  const content = curlOf(action, serverUrl, apiKey.value ?? "", action.companyId ?? companyId.value);
  return <Snippet name="curl" content={content} />;
}

interface Props {
  readonly title: string;
  /** What brings the first thing here, shown as a command to copy. */
  readonly first?: Action;
  readonly children?: ComponentChildren;
}

/** What a screen shows while it has nothing to show: why, and what to do about it. */
export function Empty({ title, first, children }: Props) {
  return (
    <div class="empty">
      <p>{title}</p>
      {children}
      {first && <Curl action={first} />}
    </div>
  );
}
