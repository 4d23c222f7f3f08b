import { useSignal } from "@preact/signals";
import { pathOf } from "../state/action.ts";
import { type Failure, failure, perform } from "../state/perform.ts";
import { adminToken } from "../state/session.ts";
import { text } from "../text/text.ts";

/** Says why the last action failed, until it is dismissed. It covers nothing. */
export function FailureNotice() {
  const t = text.value.shell;
  const failed = failure.value;
  return (
    <div role="alert" class="notices">
      {failed !== null && (
        <div class="notice bad">
          <p>
            <b>{t.failed}:</b> {failed.message}{" "}
            <code>
              {failed.action.method} {pathOf(failed.action)}
            </code>
            <button
              type="button"
              class="link"
              onClick={() => {
                failure.value = null;
              }}
            >
              {t.dismiss}
            </button>
          </p>
          {failed.needsAdmin && <AdminToken failed={failed} />}
        </div>
      )}
    </div>
  );
}

/** Asks for the admin token, keeps it in memory only, and tries again. */
function AdminToken({ failed }: { readonly failed: Failure }) {
  const typed = useSignal("");
  const t = text.value.session;
  const send = (event: Event) => {
    event.preventDefault();
    adminToken.value = typed.peek();
    void perform(failed.action);
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
