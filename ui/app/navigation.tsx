import { hrefOf, place, SCREENS } from "../state/place.ts";
import { text } from "../text/text.ts";

/** The screens, as links. */
export function Navigation() {
  const t = text.value;
  const { screen: shown } = place.value;
  return (
    <nav aria-label={t.shell.navigation}>
      {SCREENS.map((screen) => (
        <a key={screen} href={hrefOf(screen)} aria-current={screen === shown ? "page" : undefined}>
          {t.screens[screen]}
        </a>
      ))}
    </nav>
  );
}
