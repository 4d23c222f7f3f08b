// Generated from openapi/interface.yaml by scripts/build-specs.ts. Do not edit.

export interface paths {
    "/account-balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the balance and the reserve holds
         * @description A released hold leaves the list, and at once its amount counts in the balance. There is no notification of a release; poll this operation to see one.
         */
        get: operations["getBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account-balance/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Initiate a withdrawal and send its code
         * @description Opens a withdrawal to the company's PIX key; the code that confirms it goes to the responsible person by e-mail. A company has at most one open withdrawal. The smallest value is the minimum plus the fee. Both are settings of the instance; the minimum is 101 cents by default.
         */
        post: operations["initiateWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account-balance/withdraw-fee": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Simulate the fee and the net amount of a withdrawal */
        get: operations["simulateWithdrawalFee"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account-balance/withdraw/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a withdrawal with its code
         * @description Five wrong codes block the withdrawal for this operation until a new code is sent. The response says that the withdrawal entered processing or review, not that it is settled.
         */
        post: operations["confirmWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account-balance/withdraw/resend-otp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a new code
         * @description Rejected while a code is valid, even one whose attempts are used up. Wrong attempts start again from zero.
         */
        post: operations["resendOtp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account-balance/withdraw/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a withdrawal that is not yet confirmed */
        post: operations["cancelWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account-balance/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the withdrawals of the account
         * @description Automatic ones pay out the available balance daily, with no request. A company cannot turn them on itself; a super admin sets them up for it in the administrative panel.
         */
        get: operations["listWithdrawals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the company's webhooks, without their secrets */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Only this response shows the secret. URLs on localhost, in a private IPv4 range (10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16) and on a reserved domain (example.com, .test, .local) are rejected. A company may have several webhooks, each with events of its own.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the events that can be selected */
        get: operations["listWebhookEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example whk_3b7e9f104c2d4e8aa1b57d6c
                 */
                id: components["schemas"]["IdGiven"];
            };
            cookie?: never;
        };
        get?: never;
        /** Refused, needs a dashboard session */
        put: operations["replaceWebhook"];
        post?: never;
        /** Refused, needs a dashboard session */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Refused, needs a dashboard session */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/webhook/{id}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example whk_3b7e9f104c2d4e8aa1b57d6c
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /** List what was delivered to a webhook */
        get: operations["listWebhookLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example whk_3b7e9f104c2d4e8aa1b57d6c
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Trigger a test delivery */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "charge.pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A charge was created and awaits payment */
        post: operations["notifyChargePending"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "charge.processing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The payment of a charge is in processing */
        post: operations["notifyChargeProcessing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "charge.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The payment of a charge is confirmed */
        post: operations["notifyChargePaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "charge.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A charge expired without payment */
        post: operations["notifyChargeExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "charge.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reserved for future use
         * @description Nothing fires it, so do not rely on it.
         */
        post: operations["notifyChargeReceived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.authorized": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The customer authorized an automatic PIX subscription */
        post: operations["notifySubscriptionAuthorized"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The authorization of a subscription was refused */
        post: operations["notifySubscriptionRejected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.charge.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The recurring charge of a subscription was paid */
        post: operations["notifySubscriptionChargePaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.charge.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The recurring charge of a subscription failed */
        post: operations["notifySubscriptionChargeFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "withdraw.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The payment of a withdrawal, manual or automatic, is confirmed */
        post: operations["notifyWithdrawCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.chargeback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A chargeback was received on a charge */
        post: operations["notifyDisputeChargeback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test delivery was triggered
         * @description Cannot be selected; it is sent only when a test is asked for.
         */
        post: operations["notifyWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description An identifier. */
        Id: string;
        /** @description An identifier in a request. */
        IdGiven: string;
        /** @description Identifier of the withdrawal, from its initiation. */
        WithdrawIdGiven: string;
        /** @description An amount in cents. */
        Cents: number;
        /** @description An amount in cents that may be negative. */
        SignedCents: number;
        /**
         * Format: date-time
         * @description An instant, ISO 8601 in UTC.
         */
        Instant: string;
        /** @description The PIX key that the amount is sent to. */
        PixKey: string;
        /** @description The bank's identifier of the payment, once there is one. */
        EndToEndId: string;
        /**
         * @description State of the withdrawal.
         * @enum {string}
         */
        WithdrawalStatus: "CREATED" | "PENDING_REVIEW" | "APPROVED" | "CONFIRMED" | "FAILED" | "CANCELLED";
        /**
         * @description Actual status of the charge.
         * @enum {string}
         */
        PaymentStatus: "PENDING" | "PROCESSING" | "PAID" | "EXPIRED" | "REFUNDED";
        /** @description The envelope of every response except the balance, whose envelope the document shows. */
        Envelope: Envelope;
        /** @description What the data of every error begins with. */
        Refusal: Refusal;
        /** @description An error without further data. */
        PlainRefusal: PlainRefusal;
        /** @description An error about a withdrawal. */
        WithdrawalRefusal: WithdrawalRefusal;
        /** @description An error because of a withdrawal's state. */
        WithdrawalStateRefusal: WithdrawalStateRefusal;
        /** @description An error about a webhook. */
        WebhookRefusal: WebhookRefusal;
        /** @description A webhook, without its secret. */
        Webhook: Webhook;
        /** @description Data of a charge event. */
        ChargeEventData: ChargeEventData;
        /** @description Data of a subscription event. */
        SubscriptionEventData: SubscriptionEventData;
        /** @description The payer. The same fields as in a charge event, where they are shown. */
        AssumedCustomer: {
            /** @description Identifier of the customer. */
            id?: string;
            /** @description Name of the customer. */
            name?: string;
            /** @description E-mail address of the customer. */
            email?: string;
            /** @description Phone of the customer. */
            phone?: string;
        } | null;
    };
    responses: {
        /** @description Balance available for withdrawal, and the holds of the financial reserve. */
        BalanceRead: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": BalanceRead;
            };
        };
        /** @description The withdrawal is open; its 6-digit code went out by e-mail. */
        Initiated: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Initiated;
            };
        };
        /** @description Another withdrawal is open; confirm it, cancel it or resend its code first. */
        WithdrawalAlreadyOpen: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": WithdrawalAlreadyOpen;
            };
        };
        /** @description The value cannot be withdrawn. */
        ValueRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": ValueRefused;
            };
        };
        /** @description Fee and net amount of a withdrawal, which was not made. */
        FeeSimulated: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": FeeSimulated;
            };
        };
        /** @description The code was accepted; `status` says how the withdrawal continues. */
        CodeAccepted: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": CodeAccepted;
            };
        };
        /** @description The withdrawal does not await a code. */
        NotAwaitingCode: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WithdrawalStateRefusal"];
            };
        };
        /** @description The code was not accepted. */
        CodeRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": CodeRefused;
            };
        };
        /** @description The withdrawal is blocked after five wrong codes; ask for a new one once the current one has expired. */
        CodeBlocked: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WithdrawalRefusal"];
            };
        };
        /** @description A new code went out by e-mail; wrong attempts are counted from zero again. */
        CodeResent: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": CodeResent;
            };
        };
        /** @description No new code can be sent now. */
        ResendRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": ResendRefused;
            };
        };
        /** @description The withdrawal is cancelled and its value is back in the balance. */
        Cancelled: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Cancelled;
            };
        };
        /** @description The withdrawal was confirmed or is closed; it can no longer be cancelled. */
        NotCancellable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WithdrawalStateRefusal"];
            };
        };
        /** @description The company has no withdrawal with this identifier. */
        WithdrawalUnknown: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WithdrawalRefusal"];
            };
        };
        /** @description The withdrawals of the account, newest first. */
        WithdrawalsListed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": WithdrawalsListed;
            };
        };
        /** @description The webhook is active; its secret is shown only in this response. */
        WebhookCreated: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": WebhookCreated;
            };
        };
        /** @description The webhook cannot be created like this. */
        WebhookRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": WebhookRefused;
            };
        };
        /** @description The webhooks of the company, newest first, without their secrets. */
        WebhooksListed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": WebhooksListed;
            };
        };
        /** @description The event names that a webhook can select. */
        WebhookEventsListed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": WebhookEventsListed;
            };
        };
        /** @description The attempts to deliver to this webhook, newest first. */
        DeliveryLogListed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": DeliveryLogListed;
            };
        };
        /** @description The company has no webhook with this identifier. */
        WebhookUnknown: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookRefusal"];
            };
        };
        /** @description A test delivery is on its way; the log of the webhook will show it. */
        TestDeliveryTriggered: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": TestDeliveryTriggered;
            };
        };
        /** @description The webhook is deactivated and receives nothing until it is reactivated in the dashboard. */
        WebhookInactive: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookRefusal"];
            };
        };
        /** @description Webhooks are changed and deleted in the dashboard; an API key does not suffice. */
        NotAllowedWithApiKey: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlainRefusal"];
            };
        };
        /** @description The request is not what the operation takes. */
        RequestMalformed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": RequestMalformed;
            };
        };
        /** @description The header X-API-KEY is missing or holds no key of this instance. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlainRefusal"];
            };
        };
        /** @description There is nothing at this path. */
        RouteUnknown: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlainRefusal"];
            };
        };
        /** @description This path does not take this method. */
        MethodNotAllowed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": MethodNotAllowed;
            };
        };
        /** @description The request did not arrive in time. */
        RequestTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlainRefusal"];
            };
        };
        /** @description The body is larger than this server reads. */
        BodyTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": BodyTooLarge;
            };
        };
        /** @description The body must be JSON, sent with Content-Type: application/json. */
        MediaTypeUnsupported: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlainRefusal"];
            };
        };
        /** @description This server does not answer to the host that the request names. */
        HostNotAllowed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlainRefusal"];
            };
        };
        /** @description The headers are larger than this server reads. */
        HeadersTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlainRefusal"];
            };
        };
        /** @description Something went wrong in this server. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlainRefusal"];
            };
        };
        /** @description The connection to what does the work broke, so the request may have been done. */
        OutcomeUnknown: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlainRefusal"];
            };
        };
        /** @description This server cannot answer now; try again. */
        Unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlainRefusal"];
            };
        };
        /** @description Any status from 200 to 299, within 10 seconds, acknowledges the delivery. */
        DeliveryAcknowledged: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description A receiver's response to a delivery whose signature is wrong; the attempt counts as failed. */
        SignatureRejected: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /**
         * @description Identifier of the webhook.
         * @example whk_3b7e9f104c2d4e8aa1b57d6c
         */
        WebhookId: components["schemas"]["IdGiven"];
        /**
         * @description Event name.
         * @example charge.paid
         */
        WebhookEvent: string;
        /**
         * @description Unique identifier of the delivery.
         * @example dlv_0f1e2d3c4b5a469788796a5b
         */
        WebhookDelivery: string;
        /**
         * @description Timestamp of the delivery.
         * @example 2026-03-02T14:02:13.000Z
         */
        WebhookTimestamp: components["schemas"]["Instant"];
        /**
         * @description `sha256=` and, in hexadecimal, the HMAC-SHA256 over the bytes of the body with the webhook's secret as the key. Compute it over those bytes, not over parsed JSON, and compare in constant time.
         * @example sha256=5f1c0a9be2d34768a1b0c9d8e7f60514233241506f7e8d9cab0b1c2d3e4f5a69
         */
        WebhookSignature: string;
    };
    requestBodies: {
        WithdrawalNamed: {
            content: {
                "application/json": {
                    withdrawId: components["schemas"]["WithdrawIdGiven"];
                };
            };
        };
    };
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["BalanceRead"];
            401: components["responses"]["Unauthorized"];
        };
    };
    initiateWithdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Amount of the withdrawal, in cents. */
                    value: number;
                };
            };
        };
        responses: {
            201: components["responses"]["Initiated"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["WithdrawalAlreadyOpen"];
            422: components["responses"]["ValueRefused"];
        };
    };
    simulateWithdrawalFee: {
        parameters: {
            query?: {
                /**
                 * @description Amount to simulate, in cents. Without it the whole balance is simulated.
                 * @example 50000
                 */
                value?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FeeSimulated"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
        };
    };
    confirmWithdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    withdrawId: components["schemas"]["WithdrawIdGiven"];
                    /** @description The 6-digit code from the e-mail. */
                    otpCode: string;
                };
            };
        };
        responses: {
            200: components["responses"]["CodeAccepted"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WithdrawalUnknown"];
            409: components["responses"]["NotAwaitingCode"];
            422: components["responses"]["CodeRefused"];
            423: components["responses"]["CodeBlocked"];
        };
    };
    resendOtp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["WithdrawalNamed"];
        responses: {
            200: components["responses"]["CodeResent"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WithdrawalUnknown"];
            409: components["responses"]["ResendRefused"];
        };
    };
    cancelWithdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["WithdrawalNamed"];
        responses: {
            200: components["responses"]["Cancelled"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WithdrawalUnknown"];
            409: components["responses"]["NotCancellable"];
        };
    };
    listWithdrawals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WithdrawalsListed"];
            401: components["responses"]["Unauthorized"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhooksListed"];
            401: components["responses"]["Unauthorized"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Where notifications are delivered. */
                    url: string;
                    /** @description What the webhook is called. */
                    name: string;
                    /** @description The events to be notified of. */
                    events: string[];
                };
            };
        };
        responses: {
            201: components["responses"]["WebhookCreated"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["WebhookRefused"];
        };
    };
    listWebhookEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookEventsListed"];
            401: components["responses"]["Unauthorized"];
        };
    };
    replaceWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example whk_3b7e9f104c2d4e8aa1b57d6c
                 */
                id: components["schemas"]["IdGiven"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotAllowedWithApiKey"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example whk_3b7e9f104c2d4e8aa1b57d6c
                 */
                id: components["schemas"]["IdGiven"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotAllowedWithApiKey"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example whk_3b7e9f104c2d4e8aa1b57d6c
                 */
                id: components["schemas"]["IdGiven"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["NotAllowedWithApiKey"];
        };
    };
    listWebhookLogs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example whk_3b7e9f104c2d4e8aa1b57d6c
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DeliveryLogListed"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WebhookUnknown"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example whk_3b7e9f104c2d4e8aa1b57d6c
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: components["responses"]["TestDeliveryTriggered"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WebhookUnknown"];
            409: components["responses"]["WebhookInactive"];
        };
    };
    notifyChargePending: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event name.
                 * @example charge.paid
                 */
                "X-Webhook-Event": components["parameters"]["WebhookEvent"];
                /**
                 * @description Unique identifier of the delivery.
                 * @example dlv_0f1e2d3c4b5a469788796a5b
                 */
                "X-Webhook-Delivery": components["parameters"]["WebhookDelivery"];
                /**
                 * @description Timestamp of the delivery.
                 * @example 2026-03-02T14:02:13.000Z
                 */
                "X-Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `sha256=` and, in hexadecimal, the HMAC-SHA256 over the bytes of the body with the webhook's secret as the key. Compute it over those bytes, not over parsed JSON, and compare in constant time.
                 * @example sha256=5f1c0a9be2d34768a1b0c9d8e7f60514233241506f7e8d9cab0b1c2d3e4f5a69
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Event name.
                     * @constant
                     */
                    event: "charge.pending";
                    data: components["schemas"]["ChargeEventData"];
                    /** @description Time of the event. */
                    timestamp: components["schemas"]["Instant"];
                };
            };
        };
        responses: {
            401: components["responses"]["SignatureRejected"];
            "2XX": components["responses"]["DeliveryAcknowledged"];
        };
    };
    notifyChargeProcessing: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event name.
                 * @example charge.paid
                 */
                "X-Webhook-Event": components["parameters"]["WebhookEvent"];
                /**
                 * @description Unique identifier of the delivery.
                 * @example dlv_0f1e2d3c4b5a469788796a5b
                 */
                "X-Webhook-Delivery": components["parameters"]["WebhookDelivery"];
                /**
                 * @description Timestamp of the delivery.
                 * @example 2026-03-02T14:02:13.000Z
                 */
                "X-Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `sha256=` and, in hexadecimal, the HMAC-SHA256 over the bytes of the body with the webhook's secret as the key. Compute it over those bytes, not over parsed JSON, and compare in constant time.
                 * @example sha256=5f1c0a9be2d34768a1b0c9d8e7f60514233241506f7e8d9cab0b1c2d3e4f5a69
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Event name.
                     * @constant
                     */
                    event: "charge.processing";
                    data: components["schemas"]["ChargeEventData"];
                    /** @description Time of the event. */
                    timestamp: components["schemas"]["Instant"];
                };
            };
        };
        responses: {
            401: components["responses"]["SignatureRejected"];
            "2XX": components["responses"]["DeliveryAcknowledged"];
        };
    };
    notifyChargePaid: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event name.
                 * @example charge.paid
                 */
                "X-Webhook-Event": components["parameters"]["WebhookEvent"];
                /**
                 * @description Unique identifier of the delivery.
                 * @example dlv_0f1e2d3c4b5a469788796a5b
                 */
                "X-Webhook-Delivery": components["parameters"]["WebhookDelivery"];
                /**
                 * @description Timestamp of the delivery.
                 * @example 2026-03-02T14:02:13.000Z
                 */
                "X-Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `sha256=` and, in hexadecimal, the HMAC-SHA256 over the bytes of the body with the webhook's secret as the key. Compute it over those bytes, not over parsed JSON, and compare in constant time.
                 * @example sha256=5f1c0a9be2d34768a1b0c9d8e7f60514233241506f7e8d9cab0b1c2d3e4f5a69
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Event name.
                     * @constant
                     */
                    event: "charge.paid";
                    data: components["schemas"]["ChargeEventData"];
                    /** @description Time of the event. */
                    timestamp: components["schemas"]["Instant"];
                };
            };
        };
        responses: {
            401: components["responses"]["SignatureRejected"];
            "2XX": components["responses"]["DeliveryAcknowledged"];
        };
    };
    notifyChargeExpired: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event name.
                 * @example charge.paid
                 */
                "X-Webhook-Event": components["parameters"]["WebhookEvent"];
                /**
                 * @description Unique identifier of the delivery.
                 * @example dlv_0f1e2d3c4b5a469788796a5b
                 */
                "X-Webhook-Delivery": components["parameters"]["WebhookDelivery"];
                /**
                 * @description Timestamp of the delivery.
                 * @example 2026-03-02T14:02:13.000Z
                 */
                "X-Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `sha256=` and, in hexadecimal, the HMAC-SHA256 over the bytes of the body with the webhook's secret as the key. Compute it over those bytes, not over parsed JSON, and compare in constant time.
                 * @example sha256=5f1c0a9be2d34768a1b0c9d8e7f60514233241506f7e8d9cab0b1c2d3e4f5a69
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Event name.
                     * @constant
                     */
                    event: "charge.expired";
                    data: components["schemas"]["ChargeEventData"];
                    /** @description Time of the event. */
                    timestamp: components["schemas"]["Instant"];
                };
            };
        };
        responses: {
            401: components["responses"]["SignatureRejected"];
            "2XX": components["responses"]["DeliveryAcknowledged"];
        };
    };
    notifyChargeReceived: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event name.
                 * @example charge.paid
                 */
                "X-Webhook-Event": components["parameters"]["WebhookEvent"];
                /**
                 * @description Unique identifier of the delivery.
                 * @example dlv_0f1e2d3c4b5a469788796a5b
                 */
                "X-Webhook-Delivery": components["parameters"]["WebhookDelivery"];
                /**
                 * @description Timestamp of the delivery.
                 * @example 2026-03-02T14:02:13.000Z
                 */
                "X-Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `sha256=` and, in hexadecimal, the HMAC-SHA256 over the bytes of the body with the webhook's secret as the key. Compute it over those bytes, not over parsed JSON, and compare in constant time.
                 * @example sha256=5f1c0a9be2d34768a1b0c9d8e7f60514233241506f7e8d9cab0b1c2d3e4f5a69
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Event name.
                     * @constant
                     */
                    event: "charge.received";
                    data: components["schemas"]["ChargeEventData"];
                    /** @description Time of the event. */
                    timestamp: components["schemas"]["Instant"];
                };
            };
        };
        responses: {
            401: components["responses"]["SignatureRejected"];
            "2XX": components["responses"]["DeliveryAcknowledged"];
        };
    };
    notifySubscriptionAuthorized: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event name.
                 * @example charge.paid
                 */
                "X-Webhook-Event": components["parameters"]["WebhookEvent"];
                /**
                 * @description Unique identifier of the delivery.
                 * @example dlv_0f1e2d3c4b5a469788796a5b
                 */
                "X-Webhook-Delivery": components["parameters"]["WebhookDelivery"];
                /**
                 * @description Timestamp of the delivery.
                 * @example 2026-03-02T14:02:13.000Z
                 */
                "X-Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `sha256=` and, in hexadecimal, the HMAC-SHA256 over the bytes of the body with the webhook's secret as the key. Compute it over those bytes, not over parsed JSON, and compare in constant time.
                 * @example sha256=5f1c0a9be2d34768a1b0c9d8e7f60514233241506f7e8d9cab0b1c2d3e4f5a69
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Event name.
                     * @constant
                     */
                    event: "subscription.authorized";
                    data: components["schemas"]["SubscriptionEventData"];
                    /** @description Time of the event. */
                    timestamp: components["schemas"]["Instant"];
                };
            };
        };
        responses: {
            401: components["responses"]["SignatureRejected"];
            "2XX": components["responses"]["DeliveryAcknowledged"];
        };
    };
    notifySubscriptionRejected: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event name.
                 * @example charge.paid
                 */
                "X-Webhook-Event": components["parameters"]["WebhookEvent"];
                /**
                 * @description Unique identifier of the delivery.
                 * @example dlv_0f1e2d3c4b5a469788796a5b
                 */
                "X-Webhook-Delivery": components["parameters"]["WebhookDelivery"];
                /**
                 * @description Timestamp of the delivery.
                 * @example 2026-03-02T14:02:13.000Z
                 */
                "X-Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `sha256=` and, in hexadecimal, the HMAC-SHA256 over the bytes of the body with the webhook's secret as the key. Compute it over those bytes, not over parsed JSON, and compare in constant time.
                 * @example sha256=5f1c0a9be2d34768a1b0c9d8e7f60514233241506f7e8d9cab0b1c2d3e4f5a69
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Event name.
                     * @constant
                     */
                    event: "subscription.rejected";
                    data: components["schemas"]["SubscriptionEventData"];
                    /** @description Time of the event. */
                    timestamp: components["schemas"]["Instant"];
                };
            };
        };
        responses: {
            401: components["responses"]["SignatureRejected"];
            "2XX": components["responses"]["DeliveryAcknowledged"];
        };
    };
    notifySubscriptionChargePaid: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event name.
                 * @example charge.paid
                 */
                "X-Webhook-Event": components["parameters"]["WebhookEvent"];
                /**
                 * @description Unique identifier of the delivery.
                 * @example dlv_0f1e2d3c4b5a469788796a5b
                 */
                "X-Webhook-Delivery": components["parameters"]["WebhookDelivery"];
                /**
                 * @description Timestamp of the delivery.
                 * @example 2026-03-02T14:02:13.000Z
                 */
                "X-Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `sha256=` and, in hexadecimal, the HMAC-SHA256 over the bytes of the body with the webhook's secret as the key. Compute it over those bytes, not over parsed JSON, and compare in constant time.
                 * @example sha256=5f1c0a9be2d34768a1b0c9d8e7f60514233241506f7e8d9cab0b1c2d3e4f5a69
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Event name.
                     * @constant
                     */
                    event: "subscription.charge.paid";
                    /** @description Event data. */
                    data: components["schemas"]["SubscriptionEventData"] & {
                        /** @description Identifier of the charge. */
                        chargeId: components["schemas"]["Id"];
                        /** @description Payment time. */
                        paidAt: components["schemas"]["Instant"];
                    };
                    /** @description Time of the event. */
                    timestamp: components["schemas"]["Instant"];
                };
            };
        };
        responses: {
            401: components["responses"]["SignatureRejected"];
            "2XX": components["responses"]["DeliveryAcknowledged"];
        };
    };
    notifySubscriptionChargeFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event name.
                 * @example charge.paid
                 */
                "X-Webhook-Event": components["parameters"]["WebhookEvent"];
                /**
                 * @description Unique identifier of the delivery.
                 * @example dlv_0f1e2d3c4b5a469788796a5b
                 */
                "X-Webhook-Delivery": components["parameters"]["WebhookDelivery"];
                /**
                 * @description Timestamp of the delivery.
                 * @example 2026-03-02T14:02:13.000Z
                 */
                "X-Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `sha256=` and, in hexadecimal, the HMAC-SHA256 over the bytes of the body with the webhook's secret as the key. Compute it over those bytes, not over parsed JSON, and compare in constant time.
                 * @example sha256=5f1c0a9be2d34768a1b0c9d8e7f60514233241506f7e8d9cab0b1c2d3e4f5a69
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Event name.
                     * @constant
                     */
                    event: "subscription.charge.failed";
                    /** @description Event data. */
                    data: components["schemas"]["SubscriptionEventData"] & {
                        /** @description Time of the failure. */
                        failedAt: components["schemas"]["Instant"];
                    };
                    /** @description Time of the event. */
                    timestamp: components["schemas"]["Instant"];
                };
            };
        };
        responses: {
            401: components["responses"]["SignatureRejected"];
            "2XX": components["responses"]["DeliveryAcknowledged"];
        };
    };
    notifyWithdrawCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event name.
                 * @example charge.paid
                 */
                "X-Webhook-Event": components["parameters"]["WebhookEvent"];
                /**
                 * @description Unique identifier of the delivery.
                 * @example dlv_0f1e2d3c4b5a469788796a5b
                 */
                "X-Webhook-Delivery": components["parameters"]["WebhookDelivery"];
                /**
                 * @description Timestamp of the delivery.
                 * @example 2026-03-02T14:02:13.000Z
                 */
                "X-Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `sha256=` and, in hexadecimal, the HMAC-SHA256 over the bytes of the body with the webhook's secret as the key. Compute it over those bytes, not over parsed JSON, and compare in constant time.
                 * @example sha256=5f1c0a9be2d34768a1b0c9d8e7f60514233241506f7e8d9cab0b1c2d3e4f5a69
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Event name.
                     * @constant
                     */
                    event: "withdraw.completed";
                    /** @description Event data. */
                    data: {
                        /** @description Identifier of the withdrawal. */
                        withdrawId: components["schemas"]["Id"];
                        /** @description Identifier of the company. */
                        companyId: components["schemas"]["Id"];
                        status: components["schemas"]["WithdrawalStatus"];
                        /**
                         * @description Whether the company asked for it or the platform made it.
                         * @enum {string}
                         */
                        origin: "MANUAL" | "AUTOMATIC";
                        /** @description Amount of the withdrawal in cents. */
                        value: components["schemas"]["Cents"];
                        /** @description Fee in cents. */
                        fee: components["schemas"]["Cents"];
                        /** @description Amount sent in cents. */
                        netValue: components["schemas"]["Cents"];
                        pixKey: components["schemas"]["PixKey"];
                        endToEndId: components["schemas"]["EndToEndId"];
                        /** @description When the payment was confirmed. */
                        completedAt: components["schemas"]["Instant"];
                    };
                    /** @description Time of the event. */
                    timestamp: components["schemas"]["Instant"];
                };
            };
        };
        responses: {
            401: components["responses"]["SignatureRejected"];
            "2XX": components["responses"]["DeliveryAcknowledged"];
        };
    };
    notifyDisputeChargeback: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event name.
                 * @example charge.paid
                 */
                "X-Webhook-Event": components["parameters"]["WebhookEvent"];
                /**
                 * @description Unique identifier of the delivery.
                 * @example dlv_0f1e2d3c4b5a469788796a5b
                 */
                "X-Webhook-Delivery": components["parameters"]["WebhookDelivery"];
                /**
                 * @description Timestamp of the delivery.
                 * @example 2026-03-02T14:02:13.000Z
                 */
                "X-Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `sha256=` and, in hexadecimal, the HMAC-SHA256 over the bytes of the body with the webhook's secret as the key. Compute it over those bytes, not over parsed JSON, and compare in constant time.
                 * @example sha256=5f1c0a9be2d34768a1b0c9d8e7f60514233241506f7e8d9cab0b1c2d3e4f5a69
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Event name.
                     * @constant
                     */
                    event: "dispute.chargeback";
                    /** @description Event data. */
                    data: {
                        /** @description Identifier of the charge. */
                        chargeId: components["schemas"]["Id"];
                        /** @description Identifier of the company. */
                        companyId: components["schemas"]["Id"];
                        paymentStatus: components["schemas"]["PaymentStatus"];
                        /** @description Total of the charge in cents. */
                        total: components["schemas"]["Cents"];
                        /** @description The caller's own reference. */
                        externalId: string | null;
                        customer: components["schemas"]["AssumedCustomer"];
                        /** @description When the chargeback was received. */
                        chargebackAt: components["schemas"]["Instant"];
                    };
                    /** @description Time of the event. */
                    timestamp: components["schemas"]["Instant"];
                };
            };
        };
        responses: {
            401: components["responses"]["SignatureRejected"];
            "2XX": components["responses"]["DeliveryAcknowledged"];
        };
    };
    notifyWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event name.
                 * @example charge.paid
                 */
                "X-Webhook-Event": components["parameters"]["WebhookEvent"];
                /**
                 * @description Unique identifier of the delivery.
                 * @example dlv_0f1e2d3c4b5a469788796a5b
                 */
                "X-Webhook-Delivery": components["parameters"]["WebhookDelivery"];
                /**
                 * @description Timestamp of the delivery.
                 * @example 2026-03-02T14:02:13.000Z
                 */
                "X-Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `sha256=` and, in hexadecimal, the HMAC-SHA256 over the bytes of the body with the webhook's secret as the key. Compute it over those bytes, not over parsed JSON, and compare in constant time.
                 * @example sha256=5f1c0a9be2d34768a1b0c9d8e7f60514233241506f7e8d9cab0b1c2d3e4f5a69
                 */
                "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Event name.
                     * @constant
                     */
                    event: "webhook.test";
                    /** @description Event data. */
                    data: {
                        /** @description Identifier of the webhook. */
                        webhookId: components["schemas"]["Id"];
                        /** @description Identifier of the company. */
                        companyId: components["schemas"]["Id"];
                        /** @description Human-readable text. */
                        message: string;
                    };
                    /** @description Time of the event. */
                    timestamp: components["schemas"]["Instant"];
                };
            };
        };
        responses: {
            401: components["responses"]["SignatureRejected"];
            "2XX": components["responses"]["DeliveryAcknowledged"];
        };
    };
}
/** @description The envelope of every response except the balance, whose envelope the document shows. */
export type Envelope = {
    /** @description HTTP status code of the answer. */
    status: number;
    /** @description Human-readable text. */
    message: string;
};
/** @description What the data of every error begins with. */
export type Refusal = {
    /** @description Constant name of the error. */
    code: string;
};
/** @description An error without further data. */
export type PlainRefusal = components["schemas"]["Envelope"] & {
    /** @description Why the request is rejected. */
    data: components["schemas"]["Refusal"];
};
/** @description An error about a withdrawal. */
export type WithdrawalRefusal = components["schemas"]["Envelope"] & {
    /** @description Why the request is rejected. */
    data: components["schemas"]["Refusal"] & {
        /** @description Identifier of the withdrawal. */
        withdrawId: components["schemas"]["Id"];
    };
};
/** @description An error because of a withdrawal's state. */
export type WithdrawalStateRefusal = components["schemas"]["Envelope"] & {
    /** @description Why the request is rejected. */
    data: components["schemas"]["Refusal"] & {
        /** @description Identifier of the withdrawal. */
        withdrawId: components["schemas"]["Id"];
        withdrawalStatus: components["schemas"]["WithdrawalStatus"];
    };
};
/** @description An error about a webhook. */
export type WebhookRefusal = components["schemas"]["Envelope"] & {
    /** @description Why the request is rejected. */
    data: components["schemas"]["Refusal"] & {
        /** @description Identifier of the webhook. */
        webhookId: components["schemas"]["Id"];
    };
};
/** @description A webhook, without its secret. */
export type Webhook = {
    /** @description Identifier of the webhook. */
    webhookId: components["schemas"]["Id"];
    /** @description What the webhook is called. */
    name: string;
    /** @description Where notifications are delivered. */
    url: string;
    /** @description The events it is notified of. */
    events: string[];
    /** @description False once a delivery used up its five attempts. */
    active: boolean;
    /** @description When it was created. */
    createdAt: components["schemas"]["Instant"];
};
/** @description Data of a charge event. */
export type ChargeEventData = {
    /** @description Identifier of the charge. */
    chargeId: components["schemas"]["Id"];
    /** @description Identifier of the company. */
    companyId: components["schemas"]["Id"];
    paymentStatus: components["schemas"]["PaymentStatus"];
    /** @description The status before this one, where there was one. */
    previousStatus?: string | null;
    /** @description Total of the charge in cents. */
    total: components["schemas"]["Cents"];
    /** @description The caller's own reference. */
    externalId: string | null;
    /** @description The payer, where that is known. */
    customer?: {
        /** @description Identifier of the customer. */
        id?: string;
        /** @description Name of the customer. */
        name?: string;
        /** @description E-mail address of the customer. */
        email?: string;
        /** @description Phone of the customer. */
        phone?: string;
    } | null;
    /**
     * Format: date-time
     * @description Payment time.
     */
    paidAt: string | null;
    /**
     * Format: date-time
     * @description Expiry time.
     */
    expiresAt: string | null;
};
/** @description Data of a subscription event. */
export type SubscriptionEventData = {
    /** @description Identifier of the subscription. */
    subscriptionId: components["schemas"]["Id"];
    /** @description Identifier of the company. */
    companyId: components["schemas"]["Id"];
    /**
     * @description State of the subscription.
     * @enum {string}
     */
    status: "PENDING" | "AUTHORIZED" | "REJECTED";
    /** @description Amount of each charge in cents. */
    amountCents: components["schemas"]["Cents"];
    /** @description Time between two charges, an ISO 8601 duration. */
    interval: string;
    customer: components["schemas"]["AssumedCustomer"];
};
export type BalanceRead = {
    /** @description Status code of the result, as HTTP counts them. */
    status: number;
    /** @description Human-readable text. */
    message: string;
    /** @description The payload. */
    data: {
        /** @description Balance available for withdrawal, in cents. */
        balance: components["schemas"]["SignedCents"];
        /**
         * @description Currency code.
         * @enum {string}
         */
        currency: "BRL";
        /** @description Balance retained in financial reserve, in cents. */
        reservedBalance: components["schemas"]["Cents"];
        /** @description Pending holds. */
        reserveHolds: {
            /** @description The charge whose payment is held. */
            chargeId: components["schemas"]["Id"];
            /** @description Held amount in cents. */
            amountCents: components["schemas"]["Cents"];
            /** @description When the hold is released. */
            releaseAt: components["schemas"]["Instant"];
            /**
             * @description State of the hold.
             * @enum {string}
             */
            status: "HELD";
        }[];
    };
};
export type Initiated = components["schemas"]["Envelope"] & {
    /** @description The open withdrawal. */
    data: {
        /** @description Identifier of the withdrawal. */
        withdrawId: components["schemas"]["Id"];
        status: components["schemas"]["WithdrawalStatus"];
        /** @description Amount of the withdrawal in cents. */
        value: components["schemas"]["Cents"];
        /** @description Fee in cents. */
        fee: components["schemas"]["Cents"];
        /** @description Amount that will be sent, in cents: value minus fee. */
        netValue: components["schemas"]["Cents"];
        pixKey: components["schemas"]["PixKey"];
        /** @description The first instant at which the code is no longer valid. */
        otpExpiresAt: components["schemas"]["Instant"];
    };
};
export type WithdrawalAlreadyOpen = components["schemas"]["Envelope"] & {
    /** @description Why the request is rejected. */
    data: components["schemas"]["Refusal"] & {
        /** @description Identifier of the withdrawal already in progress. */
        withdrawId: components["schemas"]["Id"];
    };
};
export type ValueRefused = components["schemas"]["Envelope"] & {
    /** @description Why the request is rejected. */
    data: components["schemas"]["Refusal"] & {
        /** @description The value asked for in cents. */
        value: components["schemas"]["Cents"];
        /** @description Minimum of the instance in cents. */
        minimum?: components["schemas"]["Cents"];
        /** @description Fee in cents. */
        fee?: components["schemas"]["Cents"];
        /** @description Minimum plus fee in cents. */
        realMinimum?: components["schemas"]["Cents"];
        /** @description Balance available for withdrawal in cents. */
        balance?: components["schemas"]["SignedCents"];
    };
};
export type FeeSimulated = components["schemas"]["Envelope"] & {
    /** @description The simulation. */
    data: {
        /** @description The simulated amount in cents. */
        value: components["schemas"]["Cents"];
        /** @description Fee in cents. */
        fee: components["schemas"]["Cents"];
        /** @description Amount that would be sent, in cents: value minus fee. */
        netValue: components["schemas"]["SignedCents"];
        /** @description Minimum of the instance in cents. */
        minimum: components["schemas"]["Cents"];
        /** @description Minimum plus fee in cents. */
        realMinimum: components["schemas"]["Cents"];
    };
};
export type CodeAccepted = components["schemas"]["Envelope"] & {
    /** @description The withdrawal. */
    data: {
        /** @description Identifier of the withdrawal. */
        withdrawId: components["schemas"]["Id"];
        /**
         * @description State of the withdrawal.
         * @enum {string}
         */
        status: "APPROVED" | "PENDING_REVIEW";
    };
};
export type CodeRefused = components["schemas"]["Envelope"] & {
    /** @description Why the request is rejected. */
    data: components["schemas"]["Refusal"] & {
        /** @description Identifier of the withdrawal. */
        withdrawId: components["schemas"]["Id"];
        /** @description When the code expired. */
        otpExpiresAt?: components["schemas"]["Instant"];
        /** @description Wrong attempts left before the withdrawal is blocked. */
        attemptsLeft?: number;
    };
};
export type CodeResent = components["schemas"]["Envelope"] & {
    /** @description The withdrawal. */
    data: {
        /** @description Identifier of the withdrawal. */
        withdrawId: components["schemas"]["Id"];
        status: components["schemas"]["WithdrawalStatus"];
        /** @description The first instant at which the new code is no longer valid. */
        otpExpiresAt: components["schemas"]["Instant"];
    };
};
export type ResendRefused = components["schemas"]["Envelope"] & {
    /** @description Why the request is rejected. */
    data: components["schemas"]["Refusal"] & {
        /** @description Identifier of the withdrawal. */
        withdrawId: components["schemas"]["Id"];
        withdrawalStatus?: components["schemas"]["WithdrawalStatus"];
        /** @description When a new code can be asked for. */
        otpExpiresAt?: components["schemas"]["Instant"];
    };
};
export type Cancelled = components["schemas"]["Envelope"] & {
    /** @description The withdrawal. */
    data: {
        /** @description Identifier of the withdrawal. */
        withdrawId: components["schemas"]["Id"];
        status: components["schemas"]["WithdrawalStatus"];
    };
};
export type WithdrawalsListed = components["schemas"]["Envelope"] & {
    /** @description The withdrawals, manual and automatic. */
    data: {
        /** @description Identifier of the withdrawal. */
        withdrawId: components["schemas"]["Id"];
        status: components["schemas"]["WithdrawalStatus"];
        /** @description Amount of the withdrawal in cents. */
        value: components["schemas"]["Cents"];
        /** @description Fee in cents. */
        fee: components["schemas"]["Cents"];
        /** @description Amount sent in cents: value minus fee. */
        netValue: components["schemas"]["Cents"];
        pixKey: components["schemas"]["PixKey"];
        endToEndId?: components["schemas"]["EndToEndId"];
        /** @description When the withdrawal was initiated. */
        createdAt: components["schemas"]["Instant"];
    }[];
};
export type WebhookCreated = components["schemas"]["Envelope"] & {
    /** @description The webhook. */
    data: components["schemas"]["Webhook"] & {
        /** @description The HMAC key of each delivery, shown only once. */
        secret: string;
    };
};
export type WebhookRefused = components["schemas"]["Envelope"] & {
    /** @description Why the request is rejected. */
    data: components["schemas"]["Refusal"] & {
        /** @description The URL as it was given. */
        url?: string;
        /** @description The rule that rejects the URL. */
        rule?: string;
        /** @description The event names that do not exist. */
        events?: string[];
        /** @description The event names that can be selected. */
        allowed?: string[];
    };
};
export type WebhooksListed = components["schemas"]["Envelope"] & {
    /** @description The webhooks. */
    data: components["schemas"]["Webhook"][];
};
export type WebhookEventsListed = components["schemas"]["Envelope"] & {
    /** @description The event names. */
    data: ("charge.pending" | "charge.processing" | "charge.paid" | "charge.expired" | "charge.received" | "subscription.authorized" | "subscription.rejected" | "subscription.charge.paid" | "subscription.charge.failed" | "withdraw.completed" | "dispute.chargeback")[];
};
export type DeliveryLogListed = components["schemas"]["Envelope"] & {
    /** @description The entries of the log. */
    data: {
        /** @description Identifier of the delivery, as in X-Webhook-Delivery. */
        deliveryId: components["schemas"]["Id"];
        /** @description Event name. */
        event: string;
        /** @description Number of the attempt. */
        attempt: number;
        /**
         * @description Whether the receiver acknowledged.
         * @enum {string}
         */
        outcome: "SUCCESS" | "FAILURE";
        /** @description Status of the receiver's answer, null without one. */
        httpStatus: number | null;
        /** @description Duration in milliseconds. */
        durationMs: number;
        /** @description What went wrong, null if nothing. */
        error: string | null;
        /** @description Time of the attempt. */
        at: components["schemas"]["Instant"];
    }[];
};
export type TestDeliveryTriggered = components["schemas"]["Envelope"] & {
    /** @description The delivery. */
    data: {
        /** @description Identifier of the delivery, as in X-Webhook-Delivery. */
        deliveryId: components["schemas"]["Id"];
        /** @description Identifier of the webhook. */
        webhookId: components["schemas"]["Id"];
    };
};
export type RequestMalformed = components["schemas"]["Envelope"] & {
    /** @description Why the request is rejected. */
    data: components["schemas"]["Refusal"] & {
        /** @description What is wrong, and where. */
        problems: {
            /** @description The place in the request. */
            at: string;
            /** @description What is wrong there. */
            message: string;
        }[];
    };
};
export type MethodNotAllowed = components["schemas"]["Envelope"] & {
    /** @description Why the request is rejected. */
    data: components["schemas"]["Refusal"] & {
        /** @description The methods that this path takes. */
        allowed: string[];
    };
};
export type BodyTooLarge = components["schemas"]["Envelope"] & {
    /** @description Why the request is rejected. */
    data: components["schemas"]["Refusal"] & {
        /** @description The largest body in bytes. */
        limitBytes: number;
    };
};
