import { useSignalEffect } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { isWithoutCompany, overview } from "../live/overview.ts";
import { Button } from "../parts/button.tsx";
import { factsText } from "../parts/facts.ts";
import { Rail } from "../rail/rail.tsx";
import { UndoQuestion } from "../screens/time/take-back.tsx";
import { place } from "../state/place.ts";
import { apiKey, isOtherWorld, PUBLIC_API_KEY } from "../state/session.ts";
import { language, text } from "../text/text.ts";
import { AsCode } from "./as-code.tsx";
import { FailureNotice } from "./failure-notice.tsx";
import { Header } from "./header.tsx";
import { Help, helpIsOpen } from "./help.tsx";
import { Navigation } from "./navigation.tsx";
import { NoCompany, OtherWorld } from "./other-world.tsx";
import { pageKeys } from "./page-keys.ts";
import { Palette, paletteIsOpen } from "./palette.tsx";
import { DrawnScreen, screens } from "./screens.tsx";
import { addShortcuts } from "./shortcuts.ts";
import { SignIn } from "./sign-in.tsx";

export function Shell() {
  useSignalEffect(() => {
    document.title = factsText(text.screens[place.value.screen], overview.value.value?.world.name ?? "Saldo");
    document.documentElement.lang = language.value === "pt" ? "pt-BR" : "en";
  });
  // Before those of a screen, which has other uses for some keys.
  useLayoutEffect(() => addShortcuts(pageKeys), []);
  if (apiKey.value === null) return <SignIn />;
  const { screen } = place.value;
  return (
    <div class="shell">
      <Button name={text.shell.skip} class="skip" onClick={() => document.getElementById("content")?.focus()} />
      <Header />
      <Navigation />
      <Rail />
      {isExposed() && <p class="notice">{text.shell.exposed}</p>}
      <FailureNotice />
      <main id="content" tabIndex={-1} aria-label={text.screens[screen]}>
        <h1 class="visually-hidden">{text.screens[screen]}</h1>
        <DrawnScreen
          key={screen}
          of={isOtherWorld.value ? OtherWorld : isWithoutCompany.value ? NoCompany : screens[screen]}
        />
      </main>
      <AsCode />
      {helpIsOpen.value && <Help />}
      <UndoQuestion />
      {paletteIsOpen.value && <Palette />}
    </div>
  );
}

/** Returns whether other machines may reach the sandbox with the public key. */
function isExposed(): boolean {
  const isLocal = /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(location.hostname);
  return !isLocal && apiKey.value === PUBLIC_API_KEY;
}
