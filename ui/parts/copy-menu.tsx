import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Action } from "../state/action.ts";
import { clientText, curlOf } from "../state/action-text.ts";
import { serverUrl } from "../state/server-url.ts";
import { apiKey, companyId } from "../state/session.ts";
import { text } from "../text/text.ts";
import { CopyButton } from "./copy-button.tsx";

/** A small button that opens an action as curl and as a line of `saldo/client`, each to be copied with a click. */
export function CopyMenu({ action }: { readonly action: Action }) {
  const isOpen = useSignal(false);
  const box = useRef<HTMLSpanElement>(null);
  const menu = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => keepInWindow(menu.current), [isOpen.value]);
  useEffect(() => {
    if (!isOpen.value) return;
    const close = (event: Event) => {
      const isInside = event.target instanceof Node && box.current?.contains(event.target);
      if (event instanceof KeyboardEvent ? event.key === "Escape" : !isInside) isOpen.value = false;
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, [isOpen.value]);
  const t = text.value.copy;
  return (
    <span class="copy" ref={box}>
      <button
        type="button"
        class="copy-button"
        aria-expanded={isOpen.value}
        aria-label={t.open}
        title={t.open}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5" />
        </svg>
      </button>
      {isOpen.value && (
        <span class="copy-menu" ref={menu}>
          <Snippet
            name="curl"
            content={curlOf(action, serverUrl, apiKey.value ?? "", action.companyId ?? companyId.value)}
          />
          <Snippet name="saldo/client" content={clientText(action)} />
        </span>
      )}
    </span>
  );
}

const MARGIN_PX = 8;

/** Moves what floats beside its button into the window. */
function keepInWindow(element: HTMLElement | null): void {
  if (element === null) return;
  const { left, right } = element.getBoundingClientRect();
  const beyondRight = Math.max(0, right - (document.documentElement.clientWidth - MARGIN_PX));
  const shift = left < MARGIN_PX ? MARGIN_PX - left : -beyondRight;
  element.style.translate = `${shift}px`;
}

function Snippet({ name, content }: { readonly name: string; readonly content: string }) {
  return (
    <span class="snippet">
      <span class="snippet-head">
        <b>{name}</b>
        <CopyButton content={() => content} />
      </span>
      <code>{content}</code>
    </span>
  );
}
