import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { connection } from "../live/follow.ts";
import { Button } from "../parts/button.tsx";
import { withTimes } from "../parts/instant.tsx";
import { typedInto } from "../parts/typed-into.ts";
import { pathOf } from "../state/action.ts";
import { dismissFailure, failure } from "../state/perform.ts";
import { hrefOf, place } from "../state/place.ts";
import { text } from "../text/text.ts";

/** Says why the last action failed, until it is dismissed or its cause is gone: another screen, a success, a connection. */
export function FailureNotice() {
  const t = text.shell;
  const failed = failure.value;
  useEffect(dismissFailure, [place.value.screen]);
  useEffect(() => {
    if (connection.value === "live" && failure.peek()?.isLost) dismissFailure();
  }, [connection.value]);
  return (
    <div role="alert" class="toasts">
      {failed !== null && (
        <div class="toast">
          <p>
            <b>{t.failed}.</b> {failed.isLost ? t.lost : withTimes(failed.message)}
          </p>
          <p class="line">
            <code>
              {failed.action.method} {pathOf(failed.action)}
            </code>
            {failed.isLost && <a href={hrefOf("calls")}>{t.seeCalls}</a>}
            <Button name={t.dismiss} onClick={dismissFailure} />
          </p>
          {failed.withToken !== null && <AdminToken onToken={failed.withToken} />}
        </div>
      )}
    </div>
  );
}

const focus = (field: HTMLElement | null) => field?.focus();

/** Asks for the admin token, keeps it in memory only, and tries again. */
function AdminToken({ onToken }: { readonly onToken: (token: string) => void }) {
  const typed = useSignal("");
  const t = text.session;
  return (
    <form class="line" onSubmit={() => onToken(typed.peek())}>
      <label class="inline">
        {t.adminToken}
        <input type="password" autocomplete="off" ref={focus} {...typedInto(typed)} />
      </label>
      <Button type="submit" class="primary" name={t.tryAgain} />
    </form>
  );
}
