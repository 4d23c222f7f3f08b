import type { Defect } from "../defects/defect.ts";

const file = "src/http/view/wire.ts";
const find = "return { ...notification.charge, ...instants, customer: customerView(customer, companyId, seed) };";

/** What a charge event tells, but for some of it. */
function telling(id: string, clause: string, member: string): Defect {
  const replace = `const { charge: told } = notification;
      return { ...told, ...instants, customer: customerView(customer, companyId, seed), ${member} };`;
  return { id, breaks: [`charge-payload.${clause}`], file, find, replace };
}

/** Another customer than the document lets one write. */
function written(id: string, customer: string): Defect {
  const find = "return write({ event: notification.name, timestamp: isoInstant(at), ...fields });";
  const replace = `${find.replace("return", "const text =")}
      const { data, ...told } = JSON.parse(text);
      if (!told.event.startsWith("charge.")) return text;
      const { customer } = data;
      return JSON.stringify({ ...told, data: { ...data, customer: ${customer} } });`;
  return { id, breaks: ["charge-payload.customer"], file, find, replace };
}

export const chargePayloadDefects: readonly Defect[] = [
  telling("charge-called-by-its-inner-id", "charge-id", "chargeId: told.chargeId.slice(4)"),
  telling("charge-called-by-the-callers-reference", "charge-id", "chargeId: told.externalId ?? told.chargeId"),
  telling("company-is-a-number", "company-id", "companyId: Number.parseInt(told.companyId.slice(4, 10), 16)"),
  telling("company-called-by-the-charge", "company-id", "companyId: told.chargeId"),
  telling("status-in-small-letters", "payment-status", "paymentStatus: told.paymentStatus.toLowerCase()"),
  telling(
    "previous-status-with-its-number",
    "previous-status",
    'previousStatus: ["PENDING", "PROCESSING", "PAID"].indexOf(told.previousStatus ?? "")',
  ),
  telling("total-in-reais", "total", "total: told.total / 100"),
  telling("total-as-a-text", "total", "total: String(told.total)"),
  telling("reference-is-our-own", "external-id", "externalId: told.chargeId"),
  telling("reference-is-lost", "external-id", "externalId: null"),
  telling("reference-is-cut", "external-id", "externalId: told.externalId?.slice(0, 9) ?? null"),
  written("no-customer-is-an-empty-list", "customer ?? []"),
  written("customer-is-a-name", "customer?.name ?? null"),
  telling(
    "phone-is-a-number",
    "customer-fields",
    "customer: customer && { ...customerView(customer, companyId, seed), phone: Number(customer.phone) }",
  ),
  telling("paid-on-a-day", "paid-at", "paidAt: instants.paidAt?.slice(0, 10) ?? null"),
  telling("paid-when-it-was-created", "paid-at", "paidAt: paidAt === null ? null : isoInstantOrNull(told.createdAt)"),
  telling("expiry-without-time-zone", "expires-at", 'expiresAt: instants.expiresAt?.replace("Z", "") ?? null'),
];
