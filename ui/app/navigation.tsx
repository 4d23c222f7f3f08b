import {
  ArrowLeftRight,
  ArrowUpFromLine,
  BookOpen,
  Clock,
  Globe,
  type IconNode,
  Mail,
  Receipt,
  Webhook,
  Zap,
} from "lucide";
import { useEffect, useRef } from "preact/hooks";
import { badges } from "../live/badges.ts";
import { Icon } from "../parts/icon.tsx";
import { hrefOf, place, SCREENS, type Screen } from "../state/place.ts";
import { text, wordFor } from "../text/text.ts";

const icons: Readonly<Record<Screen, IconNode>> = {
  time: Clock,
  withdrawals: ArrowUpFromLine,
  charges: Receipt,
  webhooks: Webhook,
  mailbox: Mail,
  calls: ArrowLeftRight,
  faults: Zap,
  worlds: Globe,
  reference: BookOpen,
};

export function Navigation() {
  const { screen: shown } = place.value;
  const list = useRef<HTMLElement>(null);
  // On a phone the links scroll sideways.
  useEffect(
    () => list.current?.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" }),
    [shown],
  );
  const counts = badges.value.value ?? {};
  const waits = (screen: Screen) => wordFor(text.badges, screen, "");
  return (
    <nav ref={list} aria-label={text.shell.navigation}>
      {SCREENS.map((screen) => (
        <a key={screen} href={hrefOf(screen)} aria-current={screen === shown ? "page" : undefined}>
          <Icon of={icons[screen]} />
          {text.screens[screen]}
          {(counts[screen] ?? 0) > 0 && (
            <span class="badge" title={waits(screen)}>
              {counts[screen]}
              <span class="visually-hidden"> {waits(screen)}</span>
            </span>
          )}
        </a>
      ))}
    </nav>
  );
}
