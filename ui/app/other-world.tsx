import { forgetWorld, place } from "../state/place.ts";
import { closeSession } from "../state/session.ts";
import { text } from "../text/text.ts";

/** Says that a link is about another world, which is shown only with a key of it. */
export function OtherWorld() {
  const t = text.value.session;
  return (
    <div class="empty">
      <p>{t.otherWorld(place.value.world ?? "")}</p>
      <p class="line">
        <button type="button" class="primary" onClick={() => closeSession()}>
          {t.enterKey}
        </button>
        <button type="button" onClick={forgetWorld}>
          {t.stay}
        </button>
      </p>
    </div>
  );
}
