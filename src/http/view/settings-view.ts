import type { Settings } from "../../domain/settings.ts";
import type { ShapeOf } from "./shape-of.ts";

export const settingsShape: ShapeOf<Settings> = {
  minimumWithdrawal: true,
  withdrawalFee: true,
  otpLifetime: true,
  manualApproval: true,
  retention: { percent: true, holdFor: true },
  settlement: { delay: true, outcome: true, reason: true },
  webhookUrls: true,
  webhookTimeout: true,
  webhookTimestamps: true,
  timeZone: true,
};
