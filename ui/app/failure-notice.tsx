import { pathOf } from "../state/action.ts";
import { failure } from "../state/perform.ts";
import { text } from "../text/text.ts";

/** Says why the last action failed, until it is dismissed. It covers nothing. */
export function FailureNotice() {
  const t = text.value.shell;
  const failed = failure.value;
  return (
    <div role="alert" class="notices">
      {failed !== null && (
        <p class="notice bad">
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
      )}
    </div>
  );
}
