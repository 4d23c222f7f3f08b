import { useSignal } from "@preact/signals";
import type { BodyOf } from "../../../src/client/connection.ts";
import type { components } from "../../../src/spec/generated/control-api.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { MoneyInput } from "../../parts/money-input.tsx";
import { onSandbox } from "../../state/action.ts";
import { text } from "../../text/text.ts";

type Settings = components["schemas"]["AllSettings"];
type Changes = BodyOf<"changeSettings">;

const OUTCOMES = ["CONFIRMED", "FAILED", "MANUAL"] as const;

/** The settings that tests change most. Only what was changed is sent, so the copied line is short. */
export function SettingsForm({ settings }: { readonly settings: Settings }) {
  const t = text.value.worlds;
  const changes = useSignal<Changes>({});
  const minimum = useSignal<number | null>(settings.minimumWithdrawal ?? null);
  const fee = useSignal<number | null>(settings.withdrawalFee ?? null);
  const change = (more: Changes) => {
    changes.value = { ...changes.peek(), ...more };
  };
  const body: Changes = {
    ...changes.value,
    ...(minimum.value !== null && minimum.value !== settings.minimumWithdrawal && { minimumWithdrawal: minimum.value }),
    ...(fee.value !== null && fee.value !== settings.withdrawalFee && { withdrawalFee: fee.value }),
  };
  const hasChanges = Object.keys(body).length > 0;
  const shown = { ...settings, ...changes.value };
  return (
    <div class="form">
      <label class="inline">
        <input
          type="checkbox"
          checked={shown.manualApproval === true}
          onChange={(event) => change({ manualApproval: event.currentTarget.checked })}
        />
        {t.manualApproval}
      </label>
      <MoneyInput cents={minimum} label={t.minimum} />
      <MoneyInput cents={fee} label={text.value.withdrawals.fee} />
      <label class="inline">
        {t.codeLifetime}
        <input
          size={8}
          value={shown.otpLifetime}
          onInput={(event) => change({ otpLifetime: event.currentTarget.value })}
        />
      </label>
      <label class="inline">
        {t.bank}
        <select
          value={shown.settlement?.outcome ?? "CONFIRMED"}
          onChange={(event) => {
            const outcome = OUTCOMES.find((name) => name === event.currentTarget.value) ?? "CONFIRMED";
            change({ settlement: { ...changes.peek().settlement, outcome } });
          }}
        >
          {OUTCOMES.map((outcome) => (
            <option key={outcome} value={outcome}>
              {t.outcomes[outcome]}
            </option>
          ))}
        </select>
      </label>
      <label class="inline">
        {t.webhookUrls}
        <select
          value={shown.webhookUrls}
          onChange={(event) => change({ webhookUrls: event.currentTarget.value === "any" ? "any" : "strict" })}
        >
          <option value="strict">{t.strict}</option>
          <option value="any">{t.any}</option>
        </select>
      </label>
      <p>
        <ActionButton
          kind="primary"
          action={hasChanges ? onSandbox("PATCH", "/settings", { body }) : null}
          onDone={() => {
            changes.value = {};
          }}
        >
          {t.save}
        </ActionButton>
      </p>
    </div>
  );
}
