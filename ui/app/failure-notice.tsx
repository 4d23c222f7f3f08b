import { useSignal } from "@preact/signals";
import { pathOf } from "../state/action.ts";
import { dismissFailure, failure } from "../state/perform.ts";
import { text } from "../text/text.ts";

/** Says why the last action failed, until it is dismissed. It covers nothing. */
export function FailureNotice() {
  const t = text.value.shell;
  const failed = failure.value;
  return (
    <div role="alert">
      {failed !== null && (
        <div class="notice bad">
          <p>
            <b>{t.failed}:</b> {failed.message}{" "}
            <code>
              {failed.action.method} {pathOf(failed.action)}
            </code>
            <button type="button" class="link" onClick={dismissFailure}>
              {t.dismiss}
            </button>
          </p>
          {failed.withToken !== null && <AdminToken onToken={failed.withToken} />}
        </div>
      )}
    </div>
  );
}

/** Asks for the admin token, keeps it in memory only, and tries again. */
function AdminToken({ onToken }: { readonly onToken: (token: string) => void }) {
  const typed = useSignal("");
  const t = text.value.session;
  const send = (event: Event) => {
    event.preventDefault();
    onToken(typed.peek());
  };
  return (
    <form class="line" onSubmit={send}>
      <label class="inline">
        {t.adminToken}
        <input
          type="password"
          autocomplete="off"
          value={typed.value}
          onInput={(event) => {
            typed.value = event.currentTarget.value;
          }}
        />
      </label>
      <button type="submit" class="primary">
        {t.tryAgain}
      </button>
    </form>
  );
}
