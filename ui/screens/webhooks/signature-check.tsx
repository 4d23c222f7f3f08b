import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { shellWord } from "../../../src/client/curl-text.ts";
import type { Delivery } from "../../../src/spec/generated/control-api.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Status } from "../../parts/status.tsx";
import { text } from "../../text/text.ts";

interface Props {
  readonly secret: string;
  readonly delivery: Delivery;
  readonly signature: string | undefined;
}

/** Computes the signature anew, from the webhook's secret and the body, as a receiver should. */
export function SignatureCheck({ secret, delivery: { body, deliveryId }, signature }: Props) {
  const expected = useSignal<string | null>(null);
  const t = text.webhooks;
  useEffect(() => {
    expected.value = null;
    void signed(secret, body).then((value) => (expected.value = value));
  }, [secret, body, expected]);
  // Browsers compute nothing for pages of plain http addresses of other machines.
  if (crypto.subtle === undefined) return <Status tone="quiet">{t.uncheckable}</Status>;
  if (expected.value === null) return null;
  const fits = expected.value === signature;
  // It computes the signature of the saved body, to be compared with the header after `sha256=`.
  const openssl = `openssl dgst -sha256 -hmac ${shellWord(secret)} ${shellWord(`${deliveryId}.json`)}`;
  return (
    <p class="line">
      <Status tone={fits ? "good" : "bad"}>{fits ? t.signatureFits : t.signatureDiffers}</Status>
      <CopyButton content={() => openssl} label={t.copyOpenssl} />
    </p>
  );
}

async function signed(secret: string, body: string): Promise<string | null> {
  if (crypto.subtle === undefined) return null;
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(body)));
  return `sha256=${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
