import { hash } from "node:crypto";
import type { SharedConfiguration } from "../../store/sharing.ts";
import { readTextFile } from "../../text-file.ts";
import type { Configuration } from "./configuration.ts";

/** Returns digests of what processes that share a database must have in common: with it, the same request gets the same answer. */
export async function sharedConfiguration({
  overlay,
  adminToken = "",
  routes,
}: Pick<Configuration, "overlay" | "adminToken" | "routes">): Promise<SharedConfiguration> {
  const overlayText = overlay === undefined ? "" : await readTextFile(overlay, "the overlay");
  return {
    "the overlay (SALDO_OVERLAY)": hash("sha256", overlayText),
    "the admin token (SALDO_ADMIN_TOKEN)": hash("sha256", adminToken),
    "the list of routes (SALDO_ROUTES)": hash("sha256", JSON.stringify(routes)),
  };
}
