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
import { carriedOut } from "../../src/client/unexpected-answer.ts";
import { Icon } from "../parts/button.tsx";
import { hrefOf, place, SCREENS, type Screen } from "../state/place.ts";
import { followed } from "../state/resource.ts";
import { text, wordFor } from "../text/text.ts";

/** What stands for each screen: a picture, and the first character of its name that no other screen has. */
const signs: Readonly<Record<Screen, readonly [IconNode, string]>> = {
  time: [Clock, "t"],
  withdrawals: [ArrowUpFromLine, "w"],
  charges: [Receipt, "c"],
  webhooks: [Webhook, "h"],
  mailbox: [Mail, "m"],
  calls: [ArrowLeftRight, "l"],
  faults: [Zap, "f"],
  worlds: [Globe, "o"],
  reference: [BookOpen, "r"],
};

/** Returns the keys that show a screen, one after the other. */
export function keysTo(screen: Screen): string {
  return `g ${signs[screen][1]}`;
}

/** Withdrawals that await a code or a review, webhooks that are deactivated, faults that can still apply. */
const badges = followed(async ({ control }): Promise<Partial<Record<Screen, number>>> => {
  const { awaitingCode, pendingReview, inactiveWebhooks, faults } = await carriedOut(control.GET("/summary"));
  return { withdrawals: awaitingCode + pendingReview, webhooks: inactiveWebhooks, faults };
});

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
          <Icon of={signs[screen][0]} />
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
