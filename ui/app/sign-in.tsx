import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { SaldoClient } from "../../src/client/saldo-client.ts";
import { Button } from "../parts/button.tsx";
import { Status } from "../parts/status.tsx";
import { typedInto } from "../parts/typed-into.ts";
import { keyWasRefused, PUBLIC_API_KEY, serverUrl, useKey as takeKey } from "../state/session.ts";
import { text } from "../text/text.ts";

export function SignIn() {
  const key = useSignal("");
  const field = useRef<HTMLInputElement>(null);
  const t = text.session;
  useEffect(() => {
    if (keyWasRefused.peek()) return;
    const { control } = new SaldoClient({ url: serverUrl, apiKey: PUBLIC_API_KEY });
    const offer = ({ data }: { readonly data?: unknown }) => {
      // Somewhere in a field that is being typed into it would be a part of another key.
      const isTypedInto = document.activeElement === field.current;
      if (data !== undefined && key.peek() === "" && !isTypedInto) key.value = PUBLIC_API_KEY;
    };
    control.GET("/world").then(offer, () => undefined);
  }, []);
  const open = () => {
    if (key.peek().trim() !== "") takeKey(key.peek().trim());
  };
  return (
    <main class="sign-in">
      <form class="panel" onSubmit={open}>
        <strong>Saldo</strong>
        <h1>{t.title}</h1>
        <p>{t.explain}</p>
        {keyWasRefused.value && (
          <p role="alert">
            <Status tone="bad">{t.unknown}</Status>
          </p>
        )}
        <label class="stacked">
          {t.key}
          <input autocomplete="off" spellcheck={false} ref={field} {...typedInto(key)} />
        </label>
        <Button type="submit" class="primary" name={text.words.enter} />
      </form>
    </main>
  );
}
