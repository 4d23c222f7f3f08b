import type { Edit } from "./edit.ts";

/**
 * A change of every response of the interface. `code` is JavaScript that may assign `status` and `body`, and reads
 * `operationId`, `outcome`, `isRejected`, and the array `listed` of operations that list.
 */
export function responding(code: string): Edit {
  return {
    file: "src/spec/renderer.ts",
    find: "const render = rememberingLast((view: View) => ({ status, contentType, body: textOf(build(view), view) }));",
    replace: `const documented = status;
  const render = (view: View) => {
    let status = documented;
    const built: any = build(view);
    let body: any = typeof built === "object" ? JSON.parse(JSON.stringify(built)) : built;
    const isRejected = documented >= 400;
    const isInterface = /^(${operations.join("|")})$/.test(operationId);
    const isList = isInterface && /^list/.test(operationId) && !isRejected;
    const listed: any = isList && (Array.isArray(body.data) ? body.data : Object.values(body.data).find(Array.isArray));
    if (isInterface) { ${code} }
    const text = isInterface && typeof body === "string" ? body : JSON.stringify(body);
    return { status, contentType: text === undefined ? null : contentType, body: text ?? null };
  };`,
  };
}

/** A change of every webhook request's body: `code` may change or assign `told`, and reads `name` and `at`. */
export function telling(code: string): Edit {
  return {
    file: "src/http/view/wire.ts",
    find: "return write({ event: notification.name, timestamp: isoInstant(at), ...fields });",
    replace: `const name = notification.name;
      let told = JSON.parse(write({ event: name, timestamp: isoInstant(at), ...fields }));
      ${code}
      return JSON.stringify(told);`,
  };
}

/** A change of the headers of every webhook request. `code` may change or assign `headers`. */
export function sending(code: string): Edit {
  return {
    file: "src/outbound/attempt-under-way.ts",
    find: "headers: webhookHeaders(this.#webhookRequest),",
    replace: `headers: ((request) => {
        let headers: any = webhookHeaders(request);
        ${code}
        return headers;
      })(this.#webhookRequest),`,
  };
}

const operations = [
  "getBalance",
  "initiateWithdrawal",
  "simulateWithdrawalFee",
  "confirmWithdrawal",
  "resendOtp",
  "cancelWithdrawal",
  "listWithdrawals",
  "createWebhook",
  "listWebhookEvents",
  "listWebhookLogs",
  "testWebhook",
];
