// Generated from openapi/control.yaml by scripts/build-specs.ts. Do not edit.

export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell whether the server is healthy
         * @description 200 as soon as the server accepts requests. 503 from the moment the process ends: running requests have a second to finish, and new ones are rejected.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell whether a load balancer should send requests
         * @description 200 when this process should get requests. 503 with the reasons when it should get none: it is shutting down but still answers, its database does not answer, or its overlay, admin token or routes differ from those of a process that began earlier with the same database.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/about": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tell what this server is and allows */
        get: operations["getAbout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fixtures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the shipped fixtures in the order of their names */
        get: operations["listFixtures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count what waits for a person */
        get: operations["getSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worlds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the worlds */
        get: operations["listWorlds"];
        put?: never;
        /**
         * Create a world
         * @description Begins from a fixture or a save-file. A world from a save-file continues at the instant at which it was saved, with the same identifiers, seed and mailbox; its history begins there. Needs the admin token once one is set. The API keys of its companies are new. Only this response shows them. Without a body, the world begins with the server's fixture, now, with a random seed. The body is limited to 16 MiB for callers that send the admin token or a known API key, and to 256 KiB for other callers.
         */
        post: operations["createWorld"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worlds/{worldId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the world.
                 * @example c0a8015e-7b2d-4f3a-9e1c-5d4b3a2f1e0d
                 */
                worldId: components["schemas"]["IdGiven"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a world and its history */
        delete: operations["deleteWorld"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worlds/{worldId}/companies/{companyId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the world.
                 * @example c0a8015e-7b2d-4f3a-9e1c-5d4b3a2f1e0d
                 */
                worldId: components["schemas"]["IdGiven"];
                /**
                 * @description Identifier of a company of this world.
                 * @example com_1d9e8f7a6b5c4d3ea2f10c9b
                 */
                companyId: components["schemas"]["IdGiven"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create one more API key of a company
         * @description Only digests of keys are stored, so that this is the way into a world whose keys are lost. The other keys stay valid.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/world": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the world of the API key */
        get: operations["getWorld"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/world/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell what the clients of the world have met
         * @description As `GET /coverage`, for the world of the API key.
         */
        get: operations["getWorldCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/world/save-file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the world as a save-file
         * @description The response can be sent to `POST /worlds` as it is: another world begins there. It has neither API keys nor the history.
         */
        get: operations["getSaveFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a company to the world
         * @description Saldo invents missing fields from the world's seed. Only this response shows the API key.
         */
        post: operations["addCompany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the clock */
        get: operations["getClock"];
        /**
         * Let the clock run, or freeze it
         * @description What is not given stays as it was.
         */
        put: operations["setClock"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Advance the clock and fire what falls due
         * @description Responds when everything up to the target has happened, in order, including webhook attempts. `by: PT0S` waits for what is due now. A receiver that causes something new whenever it is called keeps an instant busy; the advance stops there after 1,000 rounds. An advance that has caused as many events as the server allows (1,000,000 unless it is set otherwise) ends with 422, one that would use up the server's memory with 503, and one whose client disconnects ends too. Each ends between two instants. What is done stays done, and the response says what that is. Another advance to the same target continues from there, with the same result as a single one.
         */
        post: operations["advanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bookmarks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the bookmarks in the order of their positions */
        get: operations["listBookmarks"];
        put?: never;
        /**
         * Name the present place of the history
         * @description A name that is already in use moves here. Bookmarks survive every rewind and reset. You can go back to a bookmark even when the history around it is forgotten.
         */
        post: operations["setBookmark"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bookmarks/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the bookmark.
                 * @example before-payout
                 */
                name: components["schemas"]["BookmarkName"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a bookmark
         * @description What it named stays in the history.
         */
        delete: operations["removeBookmark"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rewind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go back to a place of the history
         * @description Rewinds to a bookmark, to a position at the end of a command's events, or to the last place at an instant of the current history. The world continues from there with the money, withdrawals, webhooks and settings that it had. Its clock mode and rate, bookmarks, routes, faults and `webhookUrls` stay as they are now. Nothing is erased: a `WorldRewound` event says where the history continues, and a rewind can be rewound. Later entities get identifiers that were not used since the last reset; a reset starts them again. Attempts under way no longer count. A stopped world runs again. An API key whose company was added later no longer finds its company, but still works for this operation and for all that are about the world.
         */
        post: operations["rewindWorld"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go back to the beginning
         * @description Takes the world back to its beginning. The same requests then give the same results as the first time, including identifiers and codes. Clock mode and rate, bookmarks, routes, faults and `webhookUrls` stay as they are now. The history stays too, so a reset can be rewound. A reset works for a stopped world and for a forgotten history, but not while another request changes the clock.
         */
        post: operations["resetWorld"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the history
         * @description Lists everything that happened and is not forgotten, including what a rewind left behind: `to` of a `WorldRewound` event says where the history continued. An event is listed if it is all that the query asks for.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the history
         * @description Server-sent events. Each is a durable fact: `id` is the position, `event` the type, and `data` what `/events` lists, on one line. The stream begins after `Last-Event-ID` or else `after`, so a client that reconnects misses nothing and gets nothing twice; without either, it begins with the next event. A comment is sent at the beginning. Then comes `ready`, with the clock and the `position` as `GET /clock` shows them: what happened up to there is sent without a pause. After every 15 seconds without an event, `clock` says the same anew. Neither of the two has an `id`. Rewinds are events like others. The stream ends with the client's connection, the world or the server. A world has at most 100 streams at a time; further ones get 429.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/past/{position}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A position at the end of what one command did.
                 * @example 42
                 */
                position: number;
            };
            cookie?: never;
        };
        /**
         * Look at the company as it was at a place of the history
         * @description Changes nothing. Accepts the positions that a rewind accepts, also on branches that were left.
         */
        get: operations["getPast"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare what happened on the ways to two places of the history
         * @description Changes nothing. A rewind leaves a branch behind: give its last position, the `upTo` of the branch in `GET /timeline`, to compare it with the current history. Events are listed from where the two ways part. Two events are alike if they differ only in their positions and in identifiers that Saldo has generated.
         */
        get: operations["compareHistories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a company's history as a picture
         * @description Everything belongs to one `position`. Buckets and marks are those of the current history; `branches` also has what rewinds left behind. The size of the response is limited, however much happened.
         */
        get: operations["getTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agenda": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what the world has yet to do, soonest first */
        get: operations["getAgenda"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the company's accounts and entries, oldest first
         * @description Lists the entries of the current history, so they sum to the accounts; those that a rewind left behind are not listed. Forgotten entries and those before a save-file are missing; `horizon` of `/events` says up to where.
         */
        get: operations["getLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the company's available balance as a bank statement
         * @description The opening balance, each change of the available balance, oldest first, and the closing balance, which is always the sum of both. A withdrawal is an entry when it is initiated, with its fee in its amount, and another one if it is undone. Holds are entries when they are released. Entries that a rewind left behind are not listed; forgotten ones are part of the opening balance. A statement has at most 10,000 entries. `csv` has semicolons, decimal commas and local dates, as Brazilian spreadsheets read them; `ofx` is OFX 1.0.2.
         */
        get: operations["getStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the instance's settings */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the instance's settings
         * @description Missing fields stay as they were, also within `settlement`. `retention` is replaced as a whole. `webhookUrls: any` also needs the admin token once one is set.
         */
        patch: operations["changeSettings"];
        trace?: never;
    };
    "/company": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the company of the API key */
        get: operations["getCompany"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the company of the API key
         * @description Missing fields stay as they were, also within `responsible`.
         */
        patch: operations["changeCompany"];
        trace?: never;
    };
    "/charges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the company's charges, newest first */
        get: operations["listCharges"];
        put?: never;
        /** Create a charge */
        post: operations["createCharge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/charges/{chargeId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the charge.
                 * @example chg_5a2c7e910b344d6f8e129f7a
                 */
                chargeId: components["parameters"]["ChargeId"];
            };
            cookie?: never;
        };
        /** Read a charge */
        get: operations["getCharge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/charges/{chargeId}/process": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the charge.
                 * @example chg_5a2c7e910b344d6f8e129f7a
                 */
                chargeId: components["parameters"]["ChargeId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take a pending charge into processing */
        post: operations["processCharge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/charges/{chargeId}/pay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the charge.
                 * @example chg_5a2c7e910b344d6f8e129f7a
                 */
                chargeId: components["parameters"]["ChargeId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pay a charge */
        post: operations["payCharge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/charges/{chargeId}/expire": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the charge.
                 * @example chg_5a2c7e910b344d6f8e129f7a
                 */
                chargeId: components["parameters"]["ChargeId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let a pending charge expire now */
        post: operations["expireCharge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/charges/{chargeId}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the charge.
                 * @example chg_5a2c7e910b344d6f8e129f7a
                 */
                chargeId: components["parameters"]["ChargeId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a paid charge
         * @description Takes the charge's hold first, then the balance, which may go below zero.
         */
        post: operations["refundCharge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/charges/{chargeId}/chargeback": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the charge.
                 * @example chg_5a2c7e910b344d6f8e129f7a
                 */
                chargeId: components["parameters"]["ChargeId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Charge a paid charge back
         * @description Takes the charge's hold first, then the balance, which may go below zero. The payment status stays.
         */
        post: operations["chargebackCharge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the company's subscriptions, newest first */
        get: operations["listSubscriptions"];
        put?: never;
        /** Create a subscription */
        post: operations["createSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the subscription.
                 * @example sub_2e4f6a8c1b3d4f5e9a7c8d0e
                 */
                subscriptionId: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        /** Read a subscription */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a subscription
         * @description What is not given stays as it was.
         */
        patch: operations["changeSubscription"];
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the subscription.
                 * @example sub_2e4f6a8c1b3d4f5e9a7c8d0e
                 */
                subscriptionId: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Authorize a subscription as its customer */
        post: operations["authorizeSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the subscription.
                 * @example sub_2e4f6a8c1b3d4f5e9a7c8d0e
                 */
                subscriptionId: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Refuse a subscription as its customer */
        post: operations["rejectSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/charge": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the subscription.
                 * @example sub_2e4f6a8c1b3d4f5e9a7c8d0e
                 */
                subscriptionId: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Charge an authorized subscription now */
        post: operations["chargeSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the mailbox of the account's responsible person, newest first
         * @description No other operation shows codes, except one that the settings fix.
         */
        get: operations["listInbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the withdrawals of all companies, newest first */
        get: operations["listAllWithdrawals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/withdrawals/{withdrawId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the withdrawal.
                 * @example wdr_8c1f0d6e52f44a579b0e6f1d
                 */
                withdrawId: components["parameters"]["WithdrawId"];
            };
            cookie?: never;
        };
        /** Read a withdrawal with all that the platform knows of it */
        get: operations["getWithdrawal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/withdrawals/{withdrawId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the withdrawal.
                 * @example wdr_8c1f0d6e52f44a579b0e6f1d
                 */
                withdrawId: components["parameters"]["WithdrawId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve a withdrawal as the super admin */
        post: operations["approveWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/withdrawals/{withdrawId}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the withdrawal.
                 * @example wdr_8c1f0d6e52f44a579b0e6f1d
                 */
                withdrawId: components["parameters"]["WithdrawId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decline a withdrawal as the super admin */
        post: operations["declineWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/withdrawals/{withdrawId}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the withdrawal.
                 * @example wdr_8c1f0d6e52f44a579b0e6f1d
                 */
                withdrawId: components["parameters"]["WithdrawId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Settle an approved withdrawal as the bank */
        post: operations["settleWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the company's webhooks with their secrets, newest first */
        get: operations["listWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example whk_3b7e9f104c2d4e8aa1b57d6c
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Its pending deliveries are cancelled.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Missing fields stay as they were. A changed URL applies from the next attempt on.
         */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/webhooks/{webhookId}/reactivate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example whk_3b7e9f104c2d4e8aa1b57d6c
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reactivate a webhook
         * @description The webhook begins clean; cancelled deliveries stay cancelled. An active webhook does not change.
         */
        post: operations["reactivateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the deliveries to the company's webhooks with their attempts, newest first */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make one attempt more of many deliveries
         * @description Attempts the deliveries to the company's active webhooks that fit, the oldest first. Skips deliveries to deactivated webhooks.
         */
        post: operations["redeliverMany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the delivery.
                 * @example dlv_0f1e2d3c4b5a469788796a5b
                 */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make one attempt more of a delivery
         * @description The delivery keeps its identifier and its body. If it has ended, this is a single attempt, which is not repeated and does not deactivate the webhook; the state then says how this attempt ended. If it is pending, the planned attempt is made now.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/routes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the routes to receivers */
        get: operations["getRoutes"];
        /**
         * Replace all routes to receivers
         * @description Sends deliveries for a host to the scheme, host and port given here; path and query stay. So a webhook keeps its public URL while its receiver runs on this machine or in its network. Also needs the admin token once one is set.
         */
        put: operations["setRoutes"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what is to go wrong, oldest first */
        get: operations["listFaults"];
        put?: never;
        /**
         * Let something go wrong
         * @description Either the next calls of an operation of the simulated interface, made with any key of this world, or the next deliveries to webhooks. Where several faults fit, only the oldest is applied; a rate limit lets calls through to the faults after it. A fault is applied to a call after its key is checked and before anything else. Faults are facts of the world: they are durable, `/events` shows when one was applied, and they survive every rewind and reset.
         */
        post: operations["addFault"];
        /**
         * Remove all faults
         * @description A fault that was already applied stays applied.
         */
        delete: operations["removeFaults"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/faults/{faultId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the fault.
                 * @example flt_6d1c0b9a8f7e4d5c3b2a1908
                 */
                faultId: components["schemas"]["IdGiven"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a fault */
        delete: operations["removeFault"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/presets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the shipped presets in the order of their names */
        get: operations["listPresets"];
        put?: never;
        /**
         * Let several things go wrong together
         * @description Applies a shipped preset, or one of your own, at once and as a whole or not at all: the settings change, the faults are added, customers of the company pay the charges, and its newest paid charges are charged back. What follows later follows from that: late deliveries and slow payouts are in the agenda. To end it, remove the faults and change the settings. `webhookUrls: any` also needs the admin token once one is set.
         */
        post: operations["applyPreset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the calls of the simulated interface that this world has received, newest first
         * @description Lists the last 1,000 calls with a valid key. They are kept in memory: they survive every rewind and reset, but no restart. Values that the document marks as secret (`x-secret`) are replaced, and so are values that it does not name. A world has at most 100 requests with `wait` at a time, these and those for deliveries; further ones get 429.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/har": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the calls and the webhook deliveries of this world as HAR
         * @description HAR 1.2, for the network tools of browsers, Postman and others: the calls that `/requests` lists, and the attempts of the last 1,000 deliveries, in the order of the world's time, calls before deliveries of the same instant. The comment of a call has its outcome and the machine's time. Secrets and personal data are replaced, and so are values in the query of webhook URLs. API keys have the number of their company. Only these headers are there: the key, `Content-Type`, and what Saldo sends to webhooks.
         */
        get: operations["exportRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the calls of the simulated interface
         * @description Server-sent events: `request`, with what `/requests` lists, on one line, as soon as a call has ended. The stream begins with the next call. A world has at most 100 streams at a time; further ones get 429.
         */
        get: operations["streamRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell what clients have met of what is documented
         * @description Counts for all worlds since the sandbox started, deleted ones included: outcomes that clients got, events that receivers acknowledged, and faults that were applied. The counts are in memory; they survive every rewind and reset, but no restart. An outcome whose response was lost does not count, nor one that any operation may have.
         */
        get: operations["getCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An identifier. */
        Id: string;
        /** @description An identifier or name in a request. */
        IdGiven: string;
        /** @description A name. */
        NameGiven: string;
        /** @description The caller's own reference. */
        ExternalIdGiven: string;
        /** @description Why a withdrawal fails. */
        ReasonGiven: string;
        /** @description The PIX key that withdrawals are sent to. */
        PixKeyGiven: string;
        /**
         * Format: email
         * @description An e-mail address.
         */
        EmailGiven: string;
        /** @description The person that codes are e-mailed to. */
        PersonGiven: PersonGiven;
        /** @description The payer. Only the name is required; Saldo adds nothing. */
        CustomerGiven: CustomerGiven;
        /** @description Name of a bookmark, without white space at its ends. */
        BookmarkName: string;
        /**
         * @description What happens to deliveries that were pending at the target: they are made as planned, with the same identifiers and bodies (`resume`, which is the default), or cancelled (`cancel`).
         * @enum {string}
         */
        DeliveriesAfterRewind: "resume" | "cancel";
        /**
         * Format: date-time
         * @description A time with its offset, RFC 3339. Digits beyond milliseconds are cut off.
         */
        InstantGiven: string;
        /**
         * @description An ISO 8601 duration such as PT5M, P30D or P1M, of whole milliseconds and at most P36525D.
         * @example PT5M
         * @example P30D
         * @example P1M
         */
        DurationGiven: string;
        /**
         * @description The time between two charges, an ISO 8601 duration of a day or more such as P1M, P1Y or P2W.
         * @example P1M
         * @example P1Y
         * @example P2W
         */
        IntervalGiven: string;
        /** @description How much of a payment is held and for how long. Null means none for the instance, and the instance's retention for a company. */
        Retention: {
            /** @description The part of a payment that is held, to two decimals; 0 is no retention. */
            percent: number;
            /** @description For how long. */
            holdFor: components["schemas"]["DurationGiven"];
        } | null;
        /** @description When the available balance is withdrawn every day. Null is never. */
        AutomaticWithdrawalGiven: {
            /** @description Time of day in the instance's time zone. */
            at: string;
        } | null;
        /** @description How time passes. */
        ClockGiven: ClockGiven;
        /**
         * @description An operation of the simulated interface.
         * @enum {string}
         */
        InterfaceOperation: "getBalance" | "initiateWithdrawal" | "simulateWithdrawalFee" | "confirmWithdrawal" | "resendOtp" | "cancelWithdrawal" | "listWithdrawals" | "createWebhook" | "listWebhooks" | "listWebhookEvents" | "replaceWebhook" | "updateWebhook" | "deleteWebhook" | "listWebhookLogs" | "testWebhook";
        /** @description How many calls or deliveries the fault is applied to. Default: 1. */
        FaultTimes: number;
        /**
         * @description Only deliveries of this event.
         * @enum {string}
         */
        StruckEvent: "charge.pending" | "charge.processing" | "charge.paid" | "charge.expired" | "subscription.authorized" | "subscription.rejected" | "subscription.charge.paid" | "subscription.charge.failed" | "withdraw.completed" | "dispute.chargeback" | "webhook.test";
        /**
         * @description Headers of the answer beside its own, such as Retry-After. Values are visible ASCII.
         * @example {
         *       "Retry-After": "2"
         *     }
         */
        FaultHeaders: FaultHeaders;
        /**
         * @description What goes wrong with calls.
         * @enum {string}
         */
        CallFaultKind: "status" | "latency" | "reset" | "lose-response" | "rate-limit";
        /**
         * @description What goes wrong with deliveries.
         * @enum {string}
         */
        DeliveryFaultKind: "duplicate-delivery" | "delay-delivery" | "reorder-deliveries";
        /** @description What goes wrong. */
        FaultKind: components["schemas"]["CallFaultKind"] | components["schemas"]["DeliveryFaultKind"];
        /** @description The kind says what else there can be. */
        FaultGiven: components["schemas"]["StatusFaultGiven"] | components["schemas"]["LatencyFaultGiven"] | components["schemas"]["ResetFaultGiven"] | components["schemas"]["LostResponseFaultGiven"] | components["schemas"]["RateLimitFaultGiven"] | components["schemas"]["DuplicateDeliveryFaultGiven"] | components["schemas"]["DelayedDeliveryFaultGiven"] | components["schemas"]["ReorderedDeliveriesFaultGiven"];
        /** @description The call is rejected with a status; the operation does not happen. */
        StatusFaultGiven: StatusFaultGiven;
        /** @description The call waits and then continues normally. If the client disconnects while waiting, the operation does not happen. */
        LatencyFaultGiven: LatencyFaultGiven;
        /** @description The connection is reset (RST) before the operation happens. */
        ResetFaultGiven: ResetFaultGiven;
        /** @description The operation happens and is kept, and the connection is closed without an answer; or the answer is that of a gateway that waits no longer. */
        LostResponseFaultGiven: LostResponseFaultGiven;
        /** @description Calls above the limit are rejected with 429 and `Retry-After`, in seconds of the world's time; the operation does not happen. Calls that it lets through meet the faults that were added after it. It stays until it is removed. */
        RateLimitFaultGiven: RateLimitFaultGiven;
        /** @description The first attempt is sent twice, byte for byte. */
        DuplicateDeliveryFaultGiven: DuplicateDeliveryFaultGiven;
        /** @description The first attempt is made later. */
        DelayedDeliveryFaultGiven: DelayedDeliveryFaultGiven;
        /** @description The first attempt is held back until the next delivery to the same webhook has been attempted. */
        ReorderedDeliveriesFaultGiven: ReorderedDeliveriesFaultGiven;
        /** @description An amount in cents, at most half a safe integer, so that minimum plus fee is a safe one. */
        SettingCents: number;
        /** @description An amount in cents. */
        ChargedCents: number;
        /** @description An amount in cents. */
        Cents: number;
        /** @description An amount in cents that may be negative. */
        SignedCents: number;
        /**
         * Format: date-time
         * @description An instant, ISO 8601 in UTC with milliseconds.
         */
        Instant: string;
        /** @description An ISO 8601 duration. */
        Duration: string;
        /** @description A place in the world's history. */
        Position: number;
        /** @description The oldest position that a rewind accepts, besides the beginning of the world and its bookmarks. At first this is where the fixture or the save-file brought the world; later it is where the retained history begins. */
        RewindableFrom: number;
        /** @description How much happened in total. */
        FiredTotal: number;
        /** @description Webhook attempts that the advance made. Those under way before are waited for and not counted. */
        AttemptCount: AttemptCount;
        /** @description Events up to this position are forgotten; 0 while none are. Events before a save-file are not known either. */
        Horizon: number;
        /** @description 0 from the beginning and after a reset; each rewind gives a higher one, from which new identifiers are derived. */
        Epoch: number;
        /**
         * @description Whether time passes.
         * @enum {string}
         */
        ClockMode: "running" | "frozen";
        /** @description Seconds of the world for a second of the wall clock, while it runs. */
        ClockRate: number;
        /**
         * @description Status of the charge.
         * @enum {string}
         */
        PaymentStatus: "PENDING" | "PROCESSING" | "PAID" | "EXPIRED" | "REFUNDED";
        /**
         * @description State of the withdrawal.
         * @enum {string}
         */
        WithdrawalStatus: "CREATED" | "PENDING_REVIEW" | "APPROVED" | "CONFIRMED" | "FAILED" | "CANCELLED";
        /**
         * @description State of the subscription.
         * @enum {string}
         */
        SubscriptionStatus: "PENDING" | "AUTHORIZED" | "REJECTED";
        /**
         * @description How the next charge ends.
         * @enum {string}
         */
        SubscriptionOutcome: "PAID" | "FAILED";
        /**
         * @description State of the delivery.
         * @enum {string}
         */
        DeliveryState: "PENDING" | "DELIVERED" | "FAILED" | "CANCELLED";
        /**
         * @description Which URLs a webhook can have: `strict` rejects every URL that is not public, `any` only impossible ones.
         * @enum {string}
         */
        WebhookUrls: "strict" | "any";
        /**
         * @description The time in X-Webhook-Timestamp: that of the `world`, or of the `wall` clock for receivers that check how old a delivery is.
         * @enum {string}
         */
        WebhookTimestamps: "world" | "wall";
        /** @description A problem as in RFC 9457. */
        Problem: Problem;
        /** @description What an answer about a world's state begins with. */
        Changed: Changed;
        /** @description The clock of a world. */
        Clock: Clock;
        /** @description A named place of the history. */
        Bookmark: Bookmark;
        /** @description A world of this server, and what it waits for. If the world has stopped or is not loaded by this process, `clock` and the numbers are null and the companies are not listed. */
        ListedWorld: ListedWorld;
        /** @description What happened to a company in a part of the time. */
        TimelineBucket: TimelineBucket;
        /** @description An event in a lane, or a cluster of neighbours. */
        TimelineMark: TimelineMark;
        /** @description A company at a place of the history. */
        CompanyThen: CompanyThen;
        /** @description One side of a comparison, for the company of the key. */
        ComparedHistory: ComparedHistory;
        /** @description A stretch of the history that is wholly current or wholly left behind. */
        TimelineBranch: TimelineBranch;
        /** @description A fact that changed the world. */
        HistoryEvent: HistoryEvent;
        /** @description The person that codes are e-mailed to. */
        Person: Person;
        /** @description The settings of the instance. */
        AllSettings: AllSettings;
        /** @description The settings of the instance. */
        Settings: Settings;
        /** @description What the bank answers to a withdrawal, and when. */
        Settlement: Settlement;
        /** @description A settlement for some withdrawals. If it has two conditions, both must be true. What its settlement leaves out is as in `settlement`. */
        Trigger: Trigger;
        /** @description A company, without its key. */
        Company: Company;
        /** @description What is available from the beginning, in cents. */
        OpeningCents: number;
        /** @description What is wrong, and where. */
        ValueProblems: {
            /** @description The place. */
            at: string;
            /** @description What is wrong there. */
            message: string;
        }[];
        /** @description A new company, with its key. */
        NewCompany: NewCompany;
        /** @description The payer, null if unknown. */
        Customer: {
            /** @description Identifier of the customer: the one given, else a derived one. */
            id: string;
            /** @description Name of the customer. */
            name: string;
            /** @description E-mail address of the customer. */
            email?: string;
            /** @description Phone of the customer. */
            phone?: string;
        } | null;
        /** @description A charge. */
        Charge: Charge;
        /** @description A subscription. */
        Subscription: Subscription;
        /** @description A withdrawal with all that the platform knows of it, except its code. */
        Withdrawal: Withdrawal;
        /** @description A message to the responsible person of a company. */
        Message: Message;
        /** @description A webhook with its secret. */
        Webhook: Webhook;
        /** @description A notification on its way to a webhook. */
        Delivery: Delivery;
        /** @description An attempt that has ended. */
        Attempt: Attempt;
        /** @description Something that is to go wrong. */
        Fault: Fault;
        /** @description What clients have met of what is documented, and how often. */
        Coverage: Coverage;
        /** @description A call of the simulated interface. */
        ReceivedRequest: ReceivedRequest;
        /**
         * Saldo preset
         * @description Several things that go wrong together, applied at once and in this order.
         */
        Preset: Preset;
        /**
         * Saldo fixture
         * @description How a world begins. Amounts are integer cents. Times are ISO 8601 durations: `…Ago` before the beginning (P3D: three days earlier), `…In` after it.
         */
        Fixture: Fixture;
        /** @description One account. Saldo invents its name, document, PIX key and responsible person from the world's seed where they are left out. */
        FixtureCompany: FixtureCompany;
        /** @description Money held in reserve. */
        FixtureHold: FixtureHold;
        /** @description The payer. Default: no customer. */
        FixtureCustomer: {
            /** @description Your own identifier of the customer. */
            id?: string | null;
            name: components["schemas"]["NameGiven"];
            /** @description Better at example.com, where mail is not read. */
            email?: string | null;
            /**
             * @description Put it in quotes.
             * @example +5511987654321
             */
            phone?: string | null;
        } | null;
        /** @description A charge and how it came to its status. A missing time is that of the step before it; without any, every step happens at the beginning. */
        FixtureCharge: FixtureCharge;
        /** @description An automatic PIX. Since it was authorized it has billed at every interval; those billings were paid. */
        FixtureSubscription: FixtureSubscription;
        /** @description A withdrawal and how it came to its status. A missing time is that of the step before it; without any, every step happens at the beginning. */
        FixtureWithdrawal: FixtureWithdrawal;
        /** @description The routes to receivers. */
        RoutesState: RoutesState;
    };
    responses: {
        /** @description The server answers. */
        Healthy: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Healthy;
            };
        };
        /** @description The process should get requests. */
        Ready: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": Ready;
            };
        };
        /** @description The process should get no requests now. */
        NotReady: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Not ready";
                    /** @description Everything that speaks against requests. */
                    reasons: {
                        /**
                         * @description What kind of reason it is.
                         * @enum {string}
                         */
                        reason: "draining" | "no-database" | "other-configuration";
                        /** @description The reason for people. */
                        message: string;
                    }[];
                };
            };
        };
        /** @description The world is created; the API keys are shown only in this response. */
        WorldCreated: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": WorldCreated;
            };
        };
        /** @description What this server is and allows. */
        AboutRead: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": AboutRead;
            };
        };
        /** @description The shipped fixtures. */
        FixturesListed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": FixturesListed;
            };
        };
        /** @description The numbers. */
        SummaryRead: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": SummaryRead;
            };
        };
        /** @description The world as a save-file. */
        SaveFileRead: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": SaveFileRead;
            };
        };
        /** @description The key, which only this response shows. */
        KeyCreated: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": KeyCreated;
            };
        };
        /** @description The worlds of this server. */
        WorldsListed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": WorldsListed;
            };
        };
        /** @description The world of this API key. */
        WorldRead: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": WorldRead;
            };
        };
        /** @description The company is added; its API key is shown only in this response. */
        CompanyAdded: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": CompanyAdded;
            };
        };
        /** @description The clock of the world. */
        ClockRead: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Clock"];
            };
        };
        /** @description The clock of the world, as it is from now on. */
        ClockSet: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Clock"];
            };
        };
        /** @description The clock was advanced, and what fell due has happened. */
        ClockAdvanced: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": ClockAdvanced;
            };
        };
        /** @description Events of the world's history. */
        EventsListed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": EventsListed;
            };
        };
        /** @description Events of the world's history, each as soon as it is durable. */
        EventsStreamed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/event-stream": string;
            };
        };
        /** @description Calls of the simulated interface, each as soon as it has ended. */
        RequestsStreamed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/event-stream": string;
            };
        };
        /** @description The bookmarks of the world, in the order of their positions. */
        BookmarksListed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": BookmarksListed;
            };
        };
        /** @description This place of the history has a name. */
        BookmarkSet: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Bookmark"];
            };
        };
        /** @description The bookmark is removed; what it named stays. */
        BookmarkRemoved: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": BookmarkRemoved;
            };
        };
        /** @description The world is back and continues from there. */
        WorldRewound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": WorldRewound;
            };
        };
        /** @description What both sides have, from where they part. */
        HistoriesCompared: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": HistoriesCompared;
            };
        };
        /** @description The company as it was. */
        PastRead: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CompanyThen"];
            };
        };
        /** @description A picture of the company's history. */
        TimelineRead: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": TimelineRead;
            };
        };
        /** @description What the world has yet to do, soonest first. */
        AgendaRead: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": AgendaRead;
            };
        };
        /** @description The accounts of the company and their entries, oldest first. */
        LedgerRead: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": LedgerRead;
            };
        };
        /** @description The available balance of the company over a period. */
        StatementRead: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": StatementRead;
                "text/csv": string;
                "application/x-ofx": string;
            };
        };
        /** @description The settings of the instance. */
        SettingsRead: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": SettingsRead;
            };
        };
        /** @description The settings of the instance, as they are from now on. */
        SettingsChanged: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": SettingsChanged;
            };
        };
        /** @description The company of this API key. */
        CompanyRead: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": CompanyRead;
            };
        };
        /** @description The company of this API key, as it is from now on. */
        CompanyChanged: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": CompanyChanged;
            };
        };
        /** @description The charge is created. */
        ChargeCreated: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": ChargeCreated;
            };
        };
        /** @description The charges of the company, newest first. */
        ChargesListed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": ChargesListed;
            };
        };
        /** @description The charge. */
        ChargeRead: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Charge"];
            };
        };
        /** @description The charge, as it is from now on. */
        ChargeChanged: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": ChargeChanged;
            };
        };
        /** @description The subscription is created. */
        SubscriptionCreated: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": SubscriptionCreated;
            };
        };
        /** @description The subscriptions of the company, newest first. */
        SubscriptionsListed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": SubscriptionsListed;
            };
        };
        /** @description The subscription. */
        SubscriptionRead: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Subscription"];
            };
        };
        /** @description The subscription, as it is from now on. */
        SubscriptionChanged: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": SubscriptionChanged;
            };
        };
        /** @description What went out by e-mail to the responsible person, newest first. */
        InboxRead: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": InboxRead;
            };
        };
        /** @description The withdrawal. */
        WithdrawalRead: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Withdrawal"];
            };
        };
        /** @description The withdrawals, newest first. */
        AllWithdrawalsListed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": AllWithdrawalsListed;
            };
        };
        /** @description The withdrawal is approved and in processing. */
        WithdrawalApproved: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": WithdrawalApproved;
            };
        };
        /** @description The withdrawal is declined and its value is back in the balance. */
        WithdrawalDeclined: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": WithdrawalDeclined;
            };
        };
        /** @description The withdrawal is settled. */
        WithdrawalSettled: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": WithdrawalSettled;
            };
        };
        /** @description The webhooks of the company with their secrets, newest first. */
        WebhooksListed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": WebhooksListed;
            };
        };
        /** @description The webhook, as it is from now on. */
        WebhookChanged: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": WebhookChanged;
            };
        };
        /** @description The webhook is deleted and its pending deliveries are cancelled. */
        WebhookDeleted: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": WebhookDeleted;
            };
        };
        /** @description The deliveries to the company's webhooks, newest first. */
        DeliveriesListed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": DeliveriesListed;
            };
        };
        /** @description The attempt is on its way; the list of deliveries will show it. */
        DeliveryRequeued: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": DeliveryRequeued;
            };
        };
        /** @description The attempts are on their way; the list of deliveries will show them. */
        DeliveriesRequeued: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": DeliveriesRequeued;
            };
        };
        /** @description The routes to receivers. */
        RoutesRead: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RoutesState"];
            };
        };
        /** @description The routes to receivers, as they are from now on. */
        RoutesSet: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RoutesState"];
            };
        };
        /** @description What is to go wrong, oldest first. */
        FaultsListed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": FaultsListed;
            };
        };
        /** @description The fault, which applies from now on. */
        FaultAdded: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": FaultAdded;
            };
        };
        /** @description The shipped presets. */
        PresetsListed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": PresetsListed;
            };
        };
        /** @description The preset is applied; this is what it made. */
        PresetApplied: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": PresetApplied;
            };
        };
        /** @description Nothing of the preset is applied: there is none of this name, or a part of it is not possible. */
        PresetRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Preset not possible";
                    /** @description The name that was given. */
                    preset?: string;
                    /** @description The names there are. */
                    allowed?: string[];
                    problems?: components["schemas"]["ValueProblems"];
                    /** @description What the charges sum to. */
                    total?: components["schemas"]["Cents"];
                };
            };
        };
        /** @description These faults are removed. */
        FaultsRemoved: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": FaultsRemoved;
            };
        };
        /** @description What clients have met. */
        CoverageRead: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Coverage"];
            };
        };
        /** @description The calls that this world has received, newest first. */
        RequestsListed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": RequestsListed;
            };
        };
        /** @description The calls and deliveries, oldest first. */
        RequestsExported: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": RequestsExported;
            };
        };
        /** @description No world can begin from this fixture or this save-file. */
        WorldRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "World not possible";
                    /** @description The name that was given. */
                    fixture?: string;
                    /** @description The names there are. */
                    allowed?: string[];
                    /** @description What is wrong, and where. */
                    problems?: {
                        /** @description The place. */
                        at: string;
                        /** @description What is wrong there. */
                        message: string;
                    }[];
                };
            };
        };
        /** @description There is no such world, or it has no such company. */
        KeyPlaceUnknown: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "No company to give a key to";
                    /** @description The identifier that was given. */
                    worldId?: components["schemas"]["Id"];
                    /** @description The identifier that was given. */
                    companyId?: components["schemas"]["Id"];
                };
            };
        };
        /** @description There is no world with this identifier. */
        WorldUnknown: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "World unknown";
                    /** @description The identifier that was given. */
                    worldId: components["schemas"]["Id"];
                };
            };
        };
        /** @description This server has an admin token; send it as a bearer token. */
        AdminRequired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Admin token required";
                };
            };
        };
        /** @description This server has an admin token, and this needs it besides the API key; send it as a bearer token. */
        AdminTokenMissing: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Admin token required";
                };
            };
        };
        /** @description The clock of this world is being changed by another request. */
        ClockBusy: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Clock busy";
                };
            };
        };
        /** @description The world has no bookmark of this name. */
        BookmarkUnknown: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Bookmark unknown";
                    /** @description The name that was given. */
                    name: string;
                    /** @description The names there are. */
                    allowed: string[];
                };
            };
        };
        /** @description The world has as many bookmarks as it can have. */
        BookmarksFull: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Bookmarks full";
                    /** @description How many there can be. */
                    limit: number;
                };
            };
        };
        /** @description There is no way back to there. */
        RewindRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "No way back to there";
                    /** @description The position that was given. */
                    position?: components["schemas"]["Position"];
                    /** @description The last position that the history has. */
                    last?: components["schemas"]["Position"];
                    /** @description The nearest positions before and after it that a rewind accepts. */
                    allowed?: components["schemas"]["Position"][];
                    /** @description The instant that was given. */
                    at?: components["schemas"]["Instant"];
                    /** @description Time of the world. */
                    now?: components["schemas"]["Instant"];
                    horizon?: components["schemas"]["RewindableFrom"];
                    /** @description Time of the world there. */
                    horizonAt?: components["schemas"]["Instant"];
                };
            };
        };
        /** @description Something has happened since the position that the caller knows. */
        WorldMovedOn: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "World moved on";
                    /** @description The position that was given. */
                    from: components["schemas"]["Position"];
                    /** @description Where the world stands. */
                    position: components["schemas"]["Position"];
                };
            };
        };
        /** @description There is nothing to look at there. */
        PastRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Nothing to look at there";
                    /** @description The position that was given. */
                    position?: components["schemas"]["Position"];
                    /** @description The last position that the history has. */
                    last?: components["schemas"]["Position"];
                    /** @description The nearest positions before and after it that can be looked at. */
                    allowed?: components["schemas"]["Position"][];
                    horizon?: components["schemas"]["RewindableFrom"];
                    /** @description Time of the world there. */
                    horizonAt?: components["schemas"]["Instant"];
                };
            };
        };
        /** @description What came next after this position is forgotten. */
        HistoryForgotten: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "History forgotten";
                    /** @description The position that was given. */
                    after: components["schemas"]["Position"];
                    horizon: components["schemas"]["Horizon"];
                };
            };
        };
        /** @description The world has as many event streams as it may have. */
        TooManyStreams: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Too many streams";
                    /** @description The maximum number of streams of a world at a time. */
                    limit: number;
                };
            };
        };
        /** @description The world has as many waiting requests as it may have. */
        TooManyWaits: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Too many waits";
                    /** @description The maximum number of waiting requests of a world at a time. */
                    limit: number;
                };
            };
        };
        /** @description The history has not come to this position. */
        PositionUnknown: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Position unknown";
                    /** @description The position that was given. */
                    position: components["schemas"]["Position"];
                    /** @description The last position that the history has. */
                    last: components["schemas"]["Position"];
                };
            };
        };
        /** @description The clock cannot go there. */
        AdvanceRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Target not reachable";
                    /** @description Time of the world. */
                    now?: components["schemas"]["Instant"];
                    /** @description The target that was given. */
                    to?: components["schemas"]["Instant"];
                    problems?: components["schemas"]["ValueProblems"];
                    /** @description The instant at which the clock stopped. */
                    at?: components["schemas"]["Instant"];
                    /** @description Rounds after which there was still more to do. */
                    generations?: number;
                    position?: components["schemas"]["Position"];
                    /** @description Time at which the advance began. */
                    from?: components["schemas"]["Instant"];
                    /** @description Position at which it began. */
                    fromPosition?: components["schemas"]["Position"];
                    firedTotal?: components["schemas"]["FiredTotal"];
                    attempts?: components["schemas"]["AttemptCount"];
                };
            };
        };
        /** @description This server cannot answer now, or has no memory for what the advance would cause. */
        AdvanceOutOfMemory: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Unavailable";
                    /** @description Time at which the advance began. */
                    from?: components["schemas"]["Instant"];
                    /** @description The instant at which the clock stopped. */
                    at?: components["schemas"]["Instant"];
                    /** @description The target. */
                    to?: components["schemas"]["Instant"];
                    /** @description Position at which it began. */
                    fromPosition?: components["schemas"]["Position"];
                    position?: components["schemas"]["Position"];
                    firedTotal?: components["schemas"]["FiredTotal"];
                    attempts?: components["schemas"]["AttemptCount"];
                };
            };
        };
        /** @description A value has the right form, but is not valid here. */
        ValueNotAllowed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Value not allowed";
                    problems: components["schemas"]["ValueProblems"];
                };
            };
        };
        /** @description The company has no charge with this identifier. */
        ChargeUnknown: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Charge unknown";
                    /** @description The identifier that was given. */
                    chargeId: components["schemas"]["Id"];
                };
            };
        };
        /** @description The charge is not in a state for this. */
        ChargeStateConflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Charge in another state";
                    /** @description Identifier of the charge. */
                    chargeId: components["schemas"]["Id"];
                    /** @description Status of the charge. */
                    paymentStatus: components["schemas"]["PaymentStatus"];
                };
            };
        };
        /** @description The charge cannot be reversed. */
        ChargeReversalConflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Charge not reversible";
                    /** @description Identifier of the charge. */
                    chargeId: components["schemas"]["Id"];
                    /** @description Status of the charge. */
                    paymentStatus?: components["schemas"]["PaymentStatus"];
                };
            };
        };
        /** @description Such a charge cannot be made. */
        ChargeRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Charge not possible";
                    /** @description Total of the charge in cents. */
                    total?: components["schemas"]["Cents"];
                    problems?: components["schemas"]["ValueProblems"];
                };
            };
        };
        /** @description The amount is too large for the accounts of the company. */
        LedgerFull: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Ledger full";
                    /** @description Total of the charge in cents. */
                    total: components["schemas"]["Cents"];
                };
            };
        };
        /** @description The company has no subscription with this identifier. */
        SubscriptionUnknown: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Subscription unknown";
                    /** @description The identifier that was given. */
                    subscriptionId: components["schemas"]["Id"];
                };
            };
        };
        /** @description The subscription is not in a state for this. */
        SubscriptionStateConflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Subscription in another state";
                    /** @description Identifier of the subscription. */
                    subscriptionId: components["schemas"]["Id"];
                    subscriptionStatus: components["schemas"]["SubscriptionStatus"];
                };
            };
        };
        /** @description The company has no withdrawal with this identifier. */
        WithdrawalUnknown: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Withdrawal unknown";
                    /** @description The identifier that was given. */
                    withdrawId: components["schemas"]["Id"];
                };
            };
        };
        /** @description The withdrawal is not in a state for this. */
        WithdrawalStateConflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Withdrawal in another state";
                    /** @description Identifier of the withdrawal. */
                    withdrawId: components["schemas"]["Id"];
                    /** @description State of the withdrawal. */
                    withdrawalStatus: components["schemas"]["WithdrawalStatus"];
                };
            };
        };
        /** @description The company has no webhook with this identifier. */
        WebhookUnknown: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Webhook unknown";
                    /** @description The identifier that was given. */
                    webhookId: components["schemas"]["Id"];
                };
            };
        };
        /** @description The webhook cannot be changed like this. */
        WebhookRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Webhook not possible";
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
        };
        /** @description The webhook is deactivated and receives nothing until it is reactivated. */
        WebhookInactive: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Webhook deactivated";
                    /** @description Identifier of the webhook. */
                    webhookId: components["schemas"]["Id"];
                };
            };
        };
        /** @description The company has no such delivery, or its webhook was deleted. */
        RedeliveryUnknown: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Nothing to deliver again";
                    /** @description The identifier that was given. */
                    deliveryId?: components["schemas"]["Id"];
                    /** @description Identifier of the webhook that is gone. */
                    webhookId?: components["schemas"]["Id"];
                };
            };
        };
        /** @description The world has no fault with this identifier. */
        FaultUnknown: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Fault unknown";
                    /** @description The identifier that was given. */
                    faultId: components["schemas"]["Id"];
                };
            };
        };
        /** @description The world has as many faults as it can have. */
        FaultsFull: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Faults full";
                    /** @description How many there can be. */
                    limit: number;
                };
            };
        };
        /** @description The request is not what the operation takes. */
        RequestMalformed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Request malformed";
                    /** @description What is wrong, and where. */
                    problems: {
                        /** @description The place. */
                        at: string;
                        /** @description What is wrong there. */
                        message: string;
                    }[];
                };
            };
        };
        /** @description The header X-API-KEY is missing or holds no key of this server; or the world was rewound to before the key's company was added, and the operation is about the company. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Unauthorized";
                };
            };
        };
        /** @description A web page of another origin sent the request. */
        OriginNotAllowed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Origin not allowed";
                };
            };
        };
        /** @description There is nothing at this path. */
        RouteUnknown: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Nothing here";
                };
            };
        };
        /** @description This path does not take this method. */
        MethodNotAllowed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Method not allowed";
                    /** @description The methods that this path takes. */
                    allowed: string[];
                };
            };
        };
        /** @description The request did not arrive in time. */
        RequestTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Request timeout";
                };
            };
        };
        /** @description The body is larger than this server reads. */
        BodyTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Body too large";
                    /** @description The largest body in bytes. */
                    limitBytes: number;
                };
            };
        };
        /** @description The body must be JSON, sent with Content-Type: application/json. */
        MediaTypeUnsupported: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Media type unsupported";
                };
            };
        };
        /** @description This server does not answer to the host that the request names. */
        HostNotAllowed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Not for this server";
                };
            };
        };
        /** @description The headers are larger than this server reads. */
        HeadersTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Headers too large";
                };
            };
        };
        /** @description Something went wrong in this server. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Internal error";
                };
            };
        };
        /** @description The connection to what does the work broke, so the request may have been done. */
        OutcomeUnknown: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Outcome unknown";
                };
            };
        };
        /** @description This server cannot answer now; try again. */
        Unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description What kind of problem it is.
                     * @constant
                     */
                    title: "Unavailable";
                };
            };
        };
    };
    parameters: {
        /**
         * @description Go on after this position, in the order of the list.
         * @example 42
         */
        AfterPosition: number;
        /**
         * @description The company of the world that is shown; by default the company of the API key.
         * @example com_1d9e8f7a6b5c4d3ea2f10c9b
         */
        CompanyIdShown: components["schemas"]["IdGiven"];
        /**
         * @description The position of the last event received. It counts more than `after`.
         * @example 42
         */
        LastEventId: number;
        /**
         * @description Continue after the item with this identifier, in the order of the list.
         * @example chg_5a2c7e910b344d6f8e129f7a
         */
        AfterId: components["schemas"]["IdGiven"];
        /**
         * @description The maximum number of items in the response.
         * @example 100
         */
        Limit: number;
        /**
         * @description Identifier of the charge.
         * @example chg_5a2c7e910b344d6f8e129f7a
         */
        ChargeId: components["schemas"]["IdGiven"];
        /**
         * @description Identifier of the subscription.
         * @example sub_2e4f6a8c1b3d4f5e9a7c8d0e
         */
        SubscriptionId: components["schemas"]["IdGiven"];
        /**
         * @description Identifier of the withdrawal.
         * @example wdr_8c1f0d6e52f44a579b0e6f1d
         */
        WithdrawId: components["schemas"]["IdGiven"];
        /**
         * @description Identifier of the webhook.
         * @example whk_3b7e9f104c2d4e8aa1b57d6c
         */
        WebhookId: components["schemas"]["IdGiven"];
        /**
         * @description Identifier of the delivery.
         * @example dlv_0f1e2d3c4b5a469788796a5b
         */
        DeliveryId: components["schemas"]["IdGiven"];
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Healthy"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Ready"];
            503: components["responses"]["NotReady"];
        };
    };
    getAbout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AboutRead"];
            401: components["responses"]["Unauthorized"];
        };
    };
    listFixtures: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FixturesListed"];
            401: components["responses"]["Unauthorized"];
        };
    };
    getSummary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SummaryRead"];
            401: components["responses"]["Unauthorized"];
        };
    };
    listWorlds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WorldsListed"];
            401: components["responses"]["AdminRequired"];
        };
    };
    createWorld: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The name of a fixture, or a fixture itself; by default the server's. */
                    fixture?: string | components["schemas"]["Fixture"];
                    /** @description What lists show it as. */
                    name?: string;
                    /** @description Seed for generated identifiers, codes and people. The same seed gives the same ones. */
                    seed?: string;
                    /** @description When the world begins. Without it now. */
                    startAt?: components["schemas"]["InstantGiven"];
                    /** @description A save-file, as `saldo worlds export` writes it, instead of `fixture`, `seed` and `startAt`. It is accepted only as it was exported. To begin a world differently, write a fixture. */
                    world?: Record<string, unknown>;
                    /** @description How time passes. Missing fields come from the save-file or the fixture. */
                    clock?: components["schemas"]["ClockGiven"];
                };
            };
        };
        responses: {
            201: components["responses"]["WorldCreated"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["AdminRequired"];
            422: components["responses"]["WorldRefused"];
        };
    };
    deleteWorld: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the world.
                 * @example c0a8015e-7b2d-4f3a-9e1c-5d4b3a2f1e0d
                 */
                worldId: components["schemas"]["IdGiven"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The world is deleted; its API keys are no longer valid. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["AdminRequired"];
            404: components["responses"]["WorldUnknown"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the world.
                 * @example c0a8015e-7b2d-4f3a-9e1c-5d4b3a2f1e0d
                 */
                worldId: components["schemas"]["IdGiven"];
                /**
                 * @description Identifier of a company of this world.
                 * @example com_1d9e8f7a6b5c4d3ea2f10c9b
                 */
                companyId: components["schemas"]["IdGiven"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: components["responses"]["KeyCreated"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["AdminRequired"];
            404: components["responses"]["KeyPlaceUnknown"];
        };
    };
    getWorld: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WorldRead"];
            401: components["responses"]["Unauthorized"];
        };
    };
    getWorldCoverage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CoverageRead"];
            401: components["responses"]["Unauthorized"];
        };
    };
    getSaveFile: {
        parameters: {
            query?: {
                /**
                 * @description The world as it was at this bookmark. Without it, the present.
                 * @example before-payout
                 */
                bookmark?: components["schemas"]["BookmarkName"];
                /**
                 * @description The world as it was at this position, the end of what one command did. A bookmark takes precedence.
                 * @example 42
                 */
                position?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SaveFileRead"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["BookmarkUnknown"];
            422: components["responses"]["PastRefused"];
        };
    };
    addCompany: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Name of the company. */
                    name?: components["schemas"]["NameGiven"];
                    /** @description The company's CNPJ, without dots. */
                    document?: string;
                    pixKey?: components["schemas"]["PixKeyGiven"];
                    responsible?: components["schemas"]["PersonGiven"];
                    retention?: components["schemas"]["Retention"];
                    automaticWithdrawal?: components["schemas"]["AutomaticWithdrawalGiven"];
                    balance?: components["schemas"]["OpeningCents"];
                };
            };
        };
        responses: {
            201: components["responses"]["CompanyAdded"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["ValueNotAllowed"];
        };
    };
    getClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ClockRead"];
            401: components["responses"]["Unauthorized"];
        };
    };
    setClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClockGiven"];
            };
        };
        responses: {
            200: components["responses"]["ClockSet"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["ClockBusy"];
        };
    };
    advanceClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How far. */
                    by?: components["schemas"]["DurationGiven"];
                    /** @description Until when. */
                    to?: components["schemas"]["InstantGiven"];
                    /**
                     * @description To the next thing on the agenda.
                     * @constant
                     */
                    toNext?: true;
                };
            };
        };
        responses: {
            200: components["responses"]["ClockAdvanced"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["ClockBusy"];
            422: components["responses"]["AdvanceRefused"];
            503: components["responses"]["AdvanceOutOfMemory"];
        };
    };
    listBookmarks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["BookmarksListed"];
            401: components["responses"]["Unauthorized"];
        };
    };
    setBookmark: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: components["schemas"]["BookmarkName"];
                };
            };
        };
        responses: {
            201: components["responses"]["BookmarkSet"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["BookmarksFull"];
        };
    };
    removeBookmark: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the bookmark.
                 * @example before-payout
                 */
                name: components["schemas"]["BookmarkName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["BookmarkRemoved"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["BookmarkUnknown"];
        };
    };
    rewindWorld: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    bookmark?: components["schemas"]["BookmarkName"];
                    /** @description A place at the end of what one command did. */
                    position?: number;
                    /** @description What the clock is to show. */
                    at?: components["schemas"]["InstantGiven"];
                    deliveries?: components["schemas"]["DeliveriesAfterRewind"];
                    /** @description Where the world must stand. If something has happened since, it does not go back. */
                    from?: number;
                } & (unknown | unknown | unknown);
            };
        };
        responses: {
            200: components["responses"]["WorldRewound"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["BookmarkUnknown"];
            409: components["responses"]["ClockBusy"];
            412: components["responses"]["WorldMovedOn"];
            422: components["responses"]["RewindRefused"];
        };
    };
    resetWorld: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    deliveries?: components["schemas"]["DeliveriesAfterRewind"];
                };
            };
        };
        responses: {
            200: components["responses"]["WorldRewound"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["ClockBusy"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description Go on after this position, in the order of the list.
                 * @example 42
                 */
                after?: components["parameters"]["AfterPosition"];
                /**
                 * @description The maximum number of items in the response.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Only events of this type, or of these: `ChargePaid,HoldReleased`.
                 * @example WithdrawalConfirmed
                 */
                type?: string;
                /**
                 * @description `live`: without what rewinds left behind.
                 * @example live
                 */
                branch?: "all" | "live";
                /**
                 * @description Whether the oldest or the newest come first.
                 * @example newest
                 */
                order?: "oldest" | "newest";
                /**
                 * @description Only events before this position.
                 * @example 42
                 */
                before?: number;
                /**
                 * @description Only events that have this identifier, such as that of a withdrawal, charge, webhook or delivery.
                 * @example wdr_8c1f0d6e52f44a579b0e6f1d
                 */
                about?: components["schemas"]["IdGiven"];
                /**
                 * @description Without the events of other companies.
                 * @example com_1d9e8f7a6b5c4d3ea2f10c9b
                 */
                companyId?: components["schemas"]["IdGiven"];
                /**
                 * @description Only events at or after this time of the world.
                 * @example 2026-03-02T12:00:00.000Z
                 */
                from?: components["schemas"]["InstantGiven"];
                /**
                 * @description Only events at or before this time of the world.
                 * @example 2026-04-01T12:00:00.000Z
                 */
                to?: components["schemas"]["InstantGiven"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["EventsListed"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /**
                 * @description Go on after this position, in the order of the list.
                 * @example 42
                 */
                after?: components["parameters"]["AfterPosition"];
            };
            header?: {
                /**
                 * @description The position of the last event received. It counts more than `after`.
                 * @example 42
                 */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["EventsStreamed"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            410: components["responses"]["HistoryForgotten"];
            422: components["responses"]["PositionUnknown"];
            429: components["responses"]["TooManyStreams"];
        };
    };
    getPast: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A position at the end of what one command did.
                 * @example 42
                 */
                position: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PastRead"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["PastRefused"];
        };
    };
    compareHistories: {
        parameters: {
            query: {
                /**
                 * @description A position at the end of what one command did.
                 * @example 42
                 */
                left: number;
                /**
                 * @description Another one; by default the present.
                 * @example 57
                 */
                right?: number;
                /**
                 * @description The maximum number of events of each side.
                 * @example 100
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["HistoriesCompared"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["PastRefused"];
        };
    };
    getTimeline: {
        parameters: {
            query?: {
                /**
                 * @description When the picture begins; by default with the first event that is not forgotten.
                 * @example 2026-03-02T12:00:00.000Z
                 */
                from?: components["schemas"]["InstantGiven"];
                /**
                 * @description When the picture ends; by default now.
                 * @example 2026-04-01T12:00:00.000Z
                 */
                to?: components["schemas"]["InstantGiven"];
                /**
                 * @description The maximum number of parts. Each is as short as this allows, and begins with something that happened.
                 * @example 300
                 */
                buckets?: number;
                /**
                 * @description The company of the world that is shown; by default the company of the API key.
                 * @example com_1d9e8f7a6b5c4d3ea2f10c9b
                 */
                companyId?: components["parameters"]["CompanyIdShown"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TimelineRead"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["ValueNotAllowed"];
        };
    };
    getAgenda: {
        parameters: {
            query?: {
                /**
                 * @description Only what is due at or before this time of the world.
                 * @example 2026-04-01T14:00:00.000Z
                 */
                until?: components["schemas"]["InstantGiven"];
                /**
                 * @description The maximum number of items in the response; by default all are listed.
                 * @example 100
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AgendaRead"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
        };
    };
    getLedger: {
        parameters: {
            query?: {
                /**
                 * @description Go on after this position, in the order of the list.
                 * @example 42
                 */
                after?: components["parameters"]["AfterPosition"];
                /**
                 * @description The maximum number of items in the response.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["LedgerRead"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
        };
    };
    getStatement: {
        parameters: {
            query?: {
                /**
                 * @description How the statement is written.
                 * @example json
                 */
                format?: "json" | "csv" | "ofx";
                /**
                 * @description When the period begins; by default with the first entry.
                 * @example 2026-03-02T03:00:00.000Z
                 */
                from?: components["schemas"]["InstantGiven"];
                /**
                 * @description When the period ends, this instant included; by default now.
                 * @example 2026-04-01T02:59:59.999Z
                 */
                to?: components["schemas"]["InstantGiven"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["StatementRead"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["ValueNotAllowed"];
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SettingsRead"];
            401: components["responses"]["Unauthorized"];
        };
    };
    changeSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Settings"];
            };
        };
        responses: {
            200: components["responses"]["SettingsChanged"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AdminTokenMissing"];
            422: components["responses"]["ValueNotAllowed"];
        };
    };
    getCompany: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CompanyRead"];
            401: components["responses"]["Unauthorized"];
        };
    };
    changeCompany: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the company. */
                    name?: components["schemas"]["NameGiven"];
                    pixKey?: components["schemas"]["PixKeyGiven"];
                    responsible?: components["schemas"]["PersonGiven"];
                    retention?: components["schemas"]["Retention"];
                    automaticWithdrawal?: components["schemas"]["AutomaticWithdrawalGiven"];
                };
            };
        };
        responses: {
            200: components["responses"]["CompanyChanged"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["ValueNotAllowed"];
        };
    };
    listCharges: {
        parameters: {
            query?: {
                /**
                 * @description Continue after the item with this identifier, in the order of the list.
                 * @example chg_5a2c7e910b344d6f8e129f7a
                 */
                after?: components["parameters"]["AfterId"];
                /**
                 * @description The maximum number of items in the response.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ChargesListed"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
        };
    };
    createCharge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Total in cents. */
                    total: components["schemas"]["ChargedCents"];
                    externalId?: components["schemas"]["ExternalIdGiven"];
                    customer?: components["schemas"]["CustomerGiven"];
                    /** @description Time until the charge expires unpaid. */
                    expiresIn?: components["schemas"]["DurationGiven"];
                    /** @description Whether it is paid at once. */
                    paid?: boolean;
                    /** @description What is held of this payment. Null or left out: as the company or the instance has it. */
                    retention?: components["schemas"]["Retention"];
                };
            };
        };
        responses: {
            201: components["responses"]["ChargeCreated"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["ChargeRefused"];
        };
    };
    getCharge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the charge.
                 * @example chg_5a2c7e910b344d6f8e129f7a
                 */
                chargeId: components["parameters"]["ChargeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ChargeRead"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ChargeUnknown"];
        };
    };
    processCharge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the charge.
                 * @example chg_5a2c7e910b344d6f8e129f7a
                 */
                chargeId: components["parameters"]["ChargeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ChargeChanged"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ChargeUnknown"];
            409: components["responses"]["ChargeStateConflict"];
        };
    };
    payCharge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the charge.
                 * @example chg_5a2c7e910b344d6f8e129f7a
                 */
                chargeId: components["parameters"]["ChargeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ChargeChanged"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ChargeUnknown"];
            409: components["responses"]["ChargeStateConflict"];
            422: components["responses"]["LedgerFull"];
        };
    };
    expireCharge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the charge.
                 * @example chg_5a2c7e910b344d6f8e129f7a
                 */
                chargeId: components["parameters"]["ChargeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ChargeChanged"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ChargeUnknown"];
            409: components["responses"]["ChargeStateConflict"];
        };
    };
    refundCharge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the charge.
                 * @example chg_5a2c7e910b344d6f8e129f7a
                 */
                chargeId: components["parameters"]["ChargeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ChargeChanged"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ChargeUnknown"];
            409: components["responses"]["ChargeReversalConflict"];
        };
    };
    chargebackCharge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the charge.
                 * @example chg_5a2c7e910b344d6f8e129f7a
                 */
                chargeId: components["parameters"]["ChargeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ChargeChanged"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ChargeUnknown"];
            409: components["responses"]["ChargeReversalConflict"];
        };
    };
    listSubscriptions: {
        parameters: {
            query?: {
                /**
                 * @description Continue after the item with this identifier, in the order of the list.
                 * @example chg_5a2c7e910b344d6f8e129f7a
                 */
                after?: components["parameters"]["AfterId"];
                /**
                 * @description The maximum number of items in the response.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SubscriptionsListed"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
        };
    };
    createSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Amount of each charge in cents. */
                    amountCents: components["schemas"]["ChargedCents"];
                    interval: components["schemas"]["IntervalGiven"];
                    customer?: components["schemas"]["CustomerGiven"];
                    nextOutcome?: components["schemas"]["SubscriptionOutcome"];
                };
            };
        };
        responses: {
            201: components["responses"]["SubscriptionCreated"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["ValueNotAllowed"];
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the subscription.
                 * @example sub_2e4f6a8c1b3d4f5e9a7c8d0e
                 */
                subscriptionId: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SubscriptionRead"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["SubscriptionUnknown"];
        };
    };
    changeSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the subscription.
                 * @example sub_2e4f6a8c1b3d4f5e9a7c8d0e
                 */
                subscriptionId: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Amount of each charge in cents. */
                    amountCents?: components["schemas"]["ChargedCents"];
                    nextOutcome?: components["schemas"]["SubscriptionOutcome"];
                };
            };
        };
        responses: {
            200: components["responses"]["SubscriptionChanged"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["SubscriptionUnknown"];
        };
    };
    authorizeSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the subscription.
                 * @example sub_2e4f6a8c1b3d4f5e9a7c8d0e
                 */
                subscriptionId: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SubscriptionChanged"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["SubscriptionUnknown"];
            409: components["responses"]["SubscriptionStateConflict"];
        };
    };
    rejectSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the subscription.
                 * @example sub_2e4f6a8c1b3d4f5e9a7c8d0e
                 */
                subscriptionId: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SubscriptionChanged"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["SubscriptionUnknown"];
            409: components["responses"]["SubscriptionStateConflict"];
        };
    };
    chargeSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the subscription.
                 * @example sub_2e4f6a8c1b3d4f5e9a7c8d0e
                 */
                subscriptionId: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description How this charge ends. Default: `nextOutcome`. */
                    outcome?: components["schemas"]["SubscriptionOutcome"];
                };
            };
        };
        responses: {
            200: components["responses"]["SubscriptionChanged"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["SubscriptionUnknown"];
            409: components["responses"]["SubscriptionStateConflict"];
        };
    };
    listInbox: {
        parameters: {
            query?: {
                /**
                 * @description Only messages about this withdrawal.
                 * @example wdr_8c1f0d6e52f44a579b0e6f1d
                 */
                withdrawId?: components["schemas"]["IdGiven"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InboxRead"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
        };
    };
    listAllWithdrawals: {
        parameters: {
            query?: {
                /**
                 * @description Only withdrawals in this state.
                 * @example PENDING_REVIEW
                 */
                status?: components["schemas"]["WithdrawalStatus"];
                /**
                 * @description Only withdrawals of this company.
                 * @example com_1d9e8f7a6b5c4d3ea2f10c9b
                 */
                companyId?: components["schemas"]["IdGiven"];
                /**
                 * @description Continue after the item with this identifier, in the order of the list.
                 * @example chg_5a2c7e910b344d6f8e129f7a
                 */
                after?: components["parameters"]["AfterId"];
                /**
                 * @description The maximum number of items in the response.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AllWithdrawalsListed"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
        };
    };
    getWithdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the withdrawal.
                 * @example wdr_8c1f0d6e52f44a579b0e6f1d
                 */
                withdrawId: components["parameters"]["WithdrawId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WithdrawalRead"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WithdrawalUnknown"];
        };
    };
    approveWithdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the withdrawal.
                 * @example wdr_8c1f0d6e52f44a579b0e6f1d
                 */
                withdrawId: components["parameters"]["WithdrawId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WithdrawalApproved"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WithdrawalUnknown"];
            409: components["responses"]["WithdrawalStateConflict"];
        };
    };
    declineWithdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the withdrawal.
                 * @example wdr_8c1f0d6e52f44a579b0e6f1d
                 */
                withdrawId: components["parameters"]["WithdrawId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WithdrawalDeclined"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WithdrawalUnknown"];
            409: components["responses"]["WithdrawalStateConflict"];
        };
    };
    settleWithdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the withdrawal.
                 * @example wdr_8c1f0d6e52f44a579b0e6f1d
                 */
                withdrawId: components["parameters"]["WithdrawId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description How the withdrawal ends.
                     * @enum {string}
                     */
                    outcome: "CONFIRMED" | "FAILED";
                    reason?: components["schemas"]["ReasonGiven"];
                };
            };
        };
        responses: {
            200: components["responses"]["WithdrawalSettled"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WithdrawalUnknown"];
            409: components["responses"]["WithdrawalStateConflict"];
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
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example whk_3b7e9f104c2d4e8aa1b57d6c
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookDeleted"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WebhookUnknown"];
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example whk_3b7e9f104c2d4e8aa1b57d6c
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Where notifications are delivered. */
                    url?: string;
                    /** @description What the webhook is called. */
                    name?: string;
                    /** @description The events to be notified of. */
                    events?: string[];
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookChanged"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WebhookUnknown"];
            422: components["responses"]["WebhookRefused"];
        };
    };
    reactivateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example whk_3b7e9f104c2d4e8aa1b57d6c
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookChanged"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WebhookUnknown"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Only deliveries to this webhook.
                 * @example whk_3b7e9f104c2d4e8aa1b57d6c
                 */
                webhookId?: components["schemas"]["IdGiven"];
                /**
                 * @description Only deliveries of this event.
                 * @example charge.paid
                 */
                event?: components["schemas"]["StruckEvent"];
                /**
                 * @description Only deliveries in this state.
                 * @example FAILED
                 */
                state?: components["schemas"]["DeliveryState"];
                /**
                 * @description Only deliveries that were made after the one with this identifier.
                 * @example dlv_0f1e2d3c4b5a469788796a5b
                 */
                newerThan?: components["schemas"]["IdGiven"];
                /**
                 * @description If there is no such delivery, responds as soon as there is one, or after this real time, at most PT1M, with an empty list.
                 * @example PT10S
                 */
                wait?: components["schemas"]["DurationGiven"];
                /**
                 * @description Continue after the item with this identifier, in the order of the list.
                 * @example chg_5a2c7e910b344d6f8e129f7a
                 */
                after?: components["parameters"]["AfterId"];
                /**
                 * @description The maximum number of items in the response.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DeliveriesListed"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyWaits"];
        };
    };
    redeliverMany: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Only deliveries to this webhook. */
                    webhookId?: components["schemas"]["IdGiven"];
                    /**
                     * @description Only deliveries that ended so.
                     * @default FAILED
                     * @enum {string}
                     */
                    state?: "DELIVERED" | "FAILED" | "CANCELLED";
                    /** @description Only those made at or after this time. */
                    since?: components["schemas"]["InstantGiven"];
                };
            };
        };
        responses: {
            202: components["responses"]["DeliveriesRequeued"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the delivery.
                 * @example dlv_0f1e2d3c4b5a469788796a5b
                 */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: components["responses"]["DeliveryRequeued"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RedeliveryUnknown"];
            409: components["responses"]["WebhookInactive"];
        };
    };
    getRoutes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RoutesRead"];
            401: components["responses"]["Unauthorized"];
        };
    };
    setRoutes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: string;
                };
            };
        };
        responses: {
            200: components["responses"]["RoutesSet"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AdminTokenMissing"];
            422: components["responses"]["ValueNotAllowed"];
        };
    };
    listFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FaultsListed"];
            401: components["responses"]["Unauthorized"];
        };
    };
    addFault: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FaultGiven"];
            };
        };
        responses: {
            201: components["responses"]["FaultAdded"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["FaultsFull"];
            422: components["responses"]["ValueNotAllowed"];
        };
    };
    removeFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FaultsRemoved"];
            401: components["responses"]["Unauthorized"];
        };
    };
    removeFault: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the fault.
                 * @example flt_6d1c0b9a8f7e4d5c3b2a1908
                 */
                faultId: components["schemas"]["IdGiven"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FaultsRemoved"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["FaultUnknown"];
        };
    };
    listPresets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PresetsListed"];
            401: components["responses"]["Unauthorized"];
        };
    };
    applyPreset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name of a preset, or a preset itself. */
                    preset: string | components["schemas"]["Preset"];
                };
            };
        };
        responses: {
            200: components["responses"]["PresetApplied"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AdminTokenMissing"];
            409: components["responses"]["FaultsFull"];
            422: components["responses"]["PresetRefused"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /**
                 * @description Only calls of this operation.
                 * @example initiateWithdrawal
                 */
                operationId?: components["schemas"]["InterfaceOperation"];
                /**
                 * @description Only calls that were answered with this status.
                 * @example 409
                 */
                status?: number;
                /**
                 * @description Only calls before the one with this number.
                 * @example 42
                 */
                before?: number;
                /**
                 * @description Only calls after the one with this number; 0 is all.
                 * @example 41
                 */
                after?: number;
                /**
                 * @description Lists only calls that have ended. If there is none, responds as soon as there is one, or after this real time, at most PT1M, with an empty list.
                 * @example PT10S
                 */
                wait?: components["schemas"]["DurationGiven"];
                /**
                 * @description The maximum number of items in the response.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RequestsListed"];
            400: components["responses"]["RequestMalformed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyWaits"];
        };
    };
    exportRequests: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RequestsExported"];
            401: components["responses"]["Unauthorized"];
        };
    };
    streamRequests: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RequestsStreamed"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyStreams"];
        };
    };
    getCoverage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CoverageRead"];
            401: components["responses"]["AdminRequired"];
        };
    };
}
type WithRequired<T, K extends keyof T> = T & {
    [P in K]-?: T[P];
};
/** @description The person that codes are e-mailed to. */
export type PersonGiven = {
    name?: components["schemas"]["NameGiven"];
    email?: components["schemas"]["EmailGiven"];
};
/** @description The payer. Only the name is required; Saldo adds nothing. */
export type CustomerGiven = {
    /** @description Identifier of the customer; left out, it is derived. */
    id?: components["schemas"]["IdGiven"];
    /** @description Name of the customer. */
    name: components["schemas"]["NameGiven"];
    /** @description E-mail address of the customer. */
    email?: components["schemas"]["EmailGiven"];
    /** @description Phone of the customer, best as +55 and digits. */
    phone?: string;
};
/** @description How time passes. */
export type ClockGiven = {
    mode?: components["schemas"]["ClockMode"];
    rate?: components["schemas"]["ClockRate"];
};
/**
 * @description Headers of the answer beside its own, such as Retry-After. Values are visible ASCII.
 * @example {
 *       "Retry-After": "2"
 *     }
 */
export type FaultHeaders = {
    [key: string]: string;
};
/** @description The call is rejected with a status; the operation does not happen. */
export type StatusFaultGiven = {
    /**
     * @description What goes wrong.
     * @constant
     */
    kind: "status";
    operationId: components["schemas"]["InterfaceOperation"];
    /** @description HTTP status code of the answer. */
    status: number;
    headers?: components["schemas"]["FaultHeaders"];
    times?: components["schemas"]["FaultTimes"];
};
/** @description The call waits and then continues normally. If the client disconnects while waiting, the operation does not happen. */
export type LatencyFaultGiven = {
    /**
     * @description What goes wrong.
     * @constant
     */
    kind: "latency";
    operationId: components["schemas"]["InterfaceOperation"];
    /** @description How long, of real time and at most PT2M. */
    delay: components["schemas"]["DurationGiven"];
    times?: components["schemas"]["FaultTimes"];
};
/** @description The connection is reset (RST) before the operation happens. */
export type ResetFaultGiven = {
    /**
     * @description What goes wrong.
     * @constant
     */
    kind: "reset";
    operationId: components["schemas"]["InterfaceOperation"];
    times?: components["schemas"]["FaultTimes"];
};
/** @description The operation happens and is kept, and the connection is closed without an answer; or the answer is that of a gateway that waits no longer. */
export type LostResponseFaultGiven = {
    /**
     * @description What goes wrong.
     * @constant
     */
    kind: "lose-response";
    operationId: components["schemas"]["InterfaceOperation"];
    /** @description HTTP status code of the answer, such as 504. */
    status?: number;
    times?: components["schemas"]["FaultTimes"];
};
/** @description Calls above the limit are rejected with 429 and `Retry-After`, in seconds of the world's time; the operation does not happen. Calls that it lets through meet the faults that were added after it. It stays until it is removed. */
export type RateLimitFaultGiven = {
    /**
     * @description What goes wrong.
     * @constant
     */
    kind: "rate-limit";
    /** @description The only operation that counts; by default all do, together. */
    operationId?: components["schemas"]["InterfaceOperation"];
    /** @description How many calls are let through. */
    requests: number;
    /** @description In how much of the world's time, from the first of these calls on. */
    per: components["schemas"]["DurationGiven"];
};
/** @description The first attempt is sent twice, byte for byte. */
export type DuplicateDeliveryFaultGiven = {
    /**
     * @description What goes wrong.
     * @constant
     */
    kind: "duplicate-delivery";
    event?: components["schemas"]["StruckEvent"];
    /** @description Only deliveries to this webhook. */
    webhookId?: components["schemas"]["IdGiven"];
    times?: components["schemas"]["FaultTimes"];
};
/** @description The first attempt is made later. */
export type DelayedDeliveryFaultGiven = {
    /**
     * @description What goes wrong.
     * @constant
     */
    kind: "delay-delivery";
    /** @description How much later, of the world's time. */
    delay: components["schemas"]["DurationGiven"];
    event?: components["schemas"]["StruckEvent"];
    /** @description Only deliveries to this webhook. */
    webhookId?: components["schemas"]["IdGiven"];
    times?: components["schemas"]["FaultTimes"];
};
/** @description The first attempt is held back until the next delivery to the same webhook has been attempted. */
export type ReorderedDeliveriesFaultGiven = {
    /**
     * @description What goes wrong.
     * @constant
     */
    kind: "reorder-deliveries";
    /** @description How long at most, of the world's time; PT1M by default. */
    delay?: components["schemas"]["DurationGiven"];
    event?: components["schemas"]["StruckEvent"];
    /** @description Only deliveries to this webhook. */
    webhookId?: components["schemas"]["IdGiven"];
    times?: components["schemas"]["FaultTimes"];
};
/** @description Webhook attempts that the advance made. Those under way before are waited for and not counted. */
export type AttemptCount = {
    /** @description All of them. */
    made: number;
    /** @description Those that were acknowledged. */
    succeeded: number;
    /** @description Those that were not. */
    failed: number;
};
/** @description A problem as in RFC 9457. */
export type Problem = {
    /** @description URN of the problem. */
    type: string;
    /** @description HTTP status code of the answer. */
    status: number;
    /** @description What was wrong, and what is allowed. */
    detail: string;
    /** @description Constant name of the problem. */
    code: string;
};
/** @description What an answer about a world's state begins with. */
export type Changed = {
    position: components["schemas"]["Position"];
};
/** @description The clock of a world. */
export type Clock = {
    /** @description Time of the world. */
    now: components["schemas"]["Instant"];
    mode: components["schemas"]["ClockMode"];
    rate: components["schemas"]["ClockRate"];
    /**
     * Format: date-time
     * @description When the next item of the agenda is due, null without one.
     */
    nextDueAt: string | null;
    position: components["schemas"]["Position"];
};
/** @description A named place of the history. */
export type Bookmark = {
    /** @description Name of the bookmark. */
    name: string;
    position: components["schemas"]["Position"];
    /** @description What the clock showed there. */
    at: components["schemas"]["Instant"];
};
/** @description A world of this server, and what it waits for. If the world has stopped or is not loaded by this process, `clock` and the numbers are null and the companies are not listed. */
export type ListedWorld = {
    /** @description Identifier of the world. */
    worldId: components["schemas"]["Id"];
    /** @description Its name; null if it was created without one. */
    name: string | null;
    /** @description Name of its fixture; `inline` for one without a name. */
    fixture: string;
    /** @description When it was created, by the wall clock. */
    createdAt: components["schemas"]["Instant"];
    /** @description Time of the world. */
    now: components["schemas"]["Instant"];
    position: components["schemas"]["Position"];
    /** @description Whether it has stopped because of an error. */
    stopped: boolean;
    /** @description How its time passes. */
    clock: ("running" | "frozen") | null;
    /**
     * Format: date-time
     * @description When the next thing is due.
     */
    nextDueAt: string | null;
    /** @description Its companies. */
    companies: {
        /** @description Identifier of the company. */
        companyId: components["schemas"]["Id"];
        /** @description Its name. */
        name: string;
    }[];
    /** @description Withdrawals that await their code. */
    openWithdrawals: number | null;
    /** @description Withdrawals that await the review. */
    pendingReview: number | null;
    /** @description Deliveries that failed. */
    failedDeliveries: number | null;
};
/** @description What happened to a company in a part of the time. */
export type TimelineBucket = {
    /** @description When the first of it happened. */
    at: components["schemas"]["Instant"];
    /** @description When the last of it happened. */
    lastAt: components["schemas"]["Instant"];
    /** @description The end of its last command. At or after `rewindableFrom`, a rewind can go there. */
    position: components["schemas"]["Position"];
    /** @description The balance available for withdrawal. */
    available: {
        /** @description The lowest. */
        min: components["schemas"]["SignedCents"];
        /** @description The highest. */
        max: components["schemas"]["SignedCents"];
        /** @description The last. */
        last: components["schemas"]["SignedCents"];
    };
    /** @description What is held in reserve at its end. */
    reserved: components["schemas"]["SignedCents"];
    /** @description The number of events in each lane. */
    counts: {
        /** @description Holds that began or were released. */
        holds: number;
        /** @description Steps of withdrawals. */
        withdrawals: number;
        /** @description Attempts to deliver. */
        webhooks: number;
        /** @description Bookmarks that were set. */
        bookmarks: number;
    };
};
/** @description An event in a lane, or a cluster of neighbours. */
export type TimelineMark = {
    /**
     * @description Where it is shown.
     * @enum {string}
     */
    lane: "holds" | "withdrawals" | "webhooks" | "bookmarks";
    /** @description When it happened; of a cluster the first. */
    at: components["schemas"]["Instant"];
    /**
     * Format: date-time
     * @description When a hold will end, and the last instant of a cluster; null for other events.
     */
    until: string | null;
    /** @description Its position; of a cluster the last. */
    position: components["schemas"]["Position"];
    /** @description The end of its command. At or after `rewindableFrom`, a rewind can go there. */
    end: components["schemas"]["Position"];
    /** @description What happened, null for a cluster. */
    type: string | null;
    /** @description Of the withdrawal, charge or delivery, or the bookmark's name; null for a cluster. */
    id: string | null;
    /** @description How many events it stands for. */
    count: number;
    /** @description Whether an attempt to deliver failed. */
    failed: boolean;
};
/** @description A company at a place of the history. */
export type CompanyThen = {
    position: components["schemas"]["Position"];
    /** @description Time of the world there. */
    at: components["schemas"]["Instant"];
    epoch: components["schemas"]["Epoch"];
    /** @description Balances in cents; null before the company was added. */
    accounts: {
        /** @description The balance available for withdrawal. */
        available: components["schemas"]["SignedCents"];
        /** @description What is held in reserve. */
        reserved: components["schemas"]["SignedCents"];
        /** @description Withdrawals under way. */
        unsettled: components["schemas"]["SignedCents"];
        /** @description What customers paid in. */
        customers: components["schemas"]["SignedCents"];
        /** @description What the bank paid out. */
        bank: components["schemas"]["SignedCents"];
        /** @description Fees of withdrawals. */
        fees: components["schemas"]["SignedCents"];
    } | null;
    /** @description What was held, oldest first. */
    holds: {
        /** @description Identifier of the charge. */
        chargeId: components["schemas"]["Id"];
        /** @description What is held of it. */
        amountCents: components["schemas"]["SignedCents"];
        /** @description When it is released. */
        releaseAt: components["schemas"]["Instant"];
        /**
         * @description Always held.
         * @enum {string}
         */
        status: "HELD";
    }[];
    /** @description The withdrawals that were not over, oldest first. */
    withdrawals: components["schemas"]["Withdrawal"][];
    /** @description The deliveries that were pending, oldest first. */
    deliveries: {
        /** @description Identifier of the delivery. */
        deliveryId: components["schemas"]["Id"];
        /** @description Identifier of the webhook. */
        webhookId: components["schemas"]["Id"];
        /** @description What the webhook is told. */
        event: string;
        /** @description How many attempts had ended. */
        attempts: number;
        /**
         * Format: date-time
         * @description When the next attempt was due, null while it waited for a later delivery.
         */
        nextAttemptAt: string | null;
    }[];
};
/** @description One side of a comparison, for the company of the key. */
export type ComparedHistory = components["schemas"]["CompanyThen"] & {
    /** @description What happened since the two ways parted, without rewinds and bookmarks: oldest first, and attempts of deliveries after everything else of their instant. */
    events: components["schemas"]["HistoryEvent"][];
    /** @description Whether more happened than is listed. */
    hasMore: boolean;
};
/** @description A stretch of the history that is wholly current or wholly left behind. */
export type TimelineBranch = {
    /** @description Its epoch, null for what came before the first rewind. */
    epoch: number | null;
    /** @description The position before its first event. */
    after: components["schemas"]["Position"];
    /** @description The position of its last event. */
    upTo: components["schemas"]["Position"];
    /** @description Time of its first event. */
    fromAt: components["schemas"]["Instant"];
    /** @description Time of its last event. */
    toAt: components["schemas"]["Instant"];
    /** @description Whether it belongs to the current history. */
    live: boolean;
};
/** @description A fact that changed the world. */
export type HistoryEvent = {
    position: components["schemas"]["Position"];
    /** @description When it happened. */
    at: components["schemas"]["Instant"];
    /** @description What happened. */
    type: string;
    /** @description Its details, without secrets and without codes, unless the settings fix the code. */
    data: Record<string, unknown>;
    /** @description Whether it is the last event of a command. At or after `rewindableFrom`, a rewind can go there. */
    commandEnd: boolean;
};
/** @description The person that codes are e-mailed to. */
export type Person = {
    /** @description Name of the person. */
    name: string;
    /** @description E-mail address of the person. */
    email: string;
};
/** @description The settings of the instance. */
export type AllSettings = {
    settlement: WithRequired<components["schemas"]["Settlement"], "delay" | "outcome" | "reason">;
} & WithRequired<components["schemas"]["Settings"], "minimumWithdrawal" | "withdrawalFee" | "otpLifetime" | "manualApproval" | "retention" | "settlement" | "triggers" | "otpCode" | "webhookUrls" | "webhookTimeout" | "webhookTimestamps" | "timeZone">;
/** @description The settings of the instance. */
export type Settings = {
    /** @description Minimum of a withdrawal in cents. A withdrawal must be at least this plus the fee. */
    minimumWithdrawal?: components["schemas"]["SettingCents"];
    /** @description Fee of a withdrawal in cents, taken out of its value. */
    withdrawalFee?: components["schemas"]["SettingCents"];
    /** @description How long a one-time code is valid. */
    otpLifetime?: components["schemas"]["DurationGiven"];
    /** @description Whether a super admin must approve withdrawals after the code was accepted. */
    manualApproval?: boolean;
    retention?: components["schemas"]["Retention"];
    settlement?: components["schemas"]["Settlement"];
    /** @description Settlements for withdrawals of certain values or to certain PIX keys, so that a tester chooses the outcome in the application itself. The first trigger that matches counts, when the withdrawal is approved. The list is changed as a whole; none by default. */
    triggers?: components["schemas"]["Trigger"][];
    /**
     * @description The code of every withdrawal whose code is sent from now on; it still expires and blocks. Null, the default, gives each withdrawal a code of its own.
     * @example 000000
     */
    otpCode?: string | null;
    webhookUrls?: components["schemas"]["WebhookUrls"];
    /** @description Real time that an attempt to deliver can take, at most PT5M. */
    webhookTimeout?: components["schemas"]["DurationGiven"];
    webhookTimestamps?: components["schemas"]["WebhookTimestamps"];
    /**
     * @description Time zone of daily jobs and calendar months, an IANA name.
     * @example America/Sao_Paulo
     * @example UTC
     */
    timeZone?: string;
};
/** @description What the bank answers to a withdrawal, and when. */
export type Settlement = {
    /** @description Time from approval to settlement. */
    delay?: components["schemas"]["DurationGiven"];
    /**
     * @description How withdrawals end; MANUAL waits for a command.
     * @enum {string}
     */
    outcome?: "CONFIRMED" | "FAILED" | "MANUAL";
    /** @description Why withdrawals fail, with outcome FAILED; null if unsaid. */
    reason?: string | null;
};
/** @description A settlement for some withdrawals. If it has two conditions, both must be true. What its settlement leaves out is as in `settlement`. */
export type Trigger = {
    /** @description The last digits of the value in cents: 13 matches 1013. It cannot begin with a 0. */
    valueEndsWith?: number;
    /** @description The PIX key of the withdrawal; that of the company when the withdrawal was initiated. */
    pixKey?: components["schemas"]["PixKeyGiven"];
    settlement: components["schemas"]["Settlement"];
};
/** @description A company, without its key. */
export type Company = {
    /** @description Identifier of the company. */
    companyId: components["schemas"]["Id"];
    /** @description Name of the company. */
    name: string;
    /** @description The company's CNPJ, without dots. */
    document: string;
    /** @description The PIX key that withdrawals are sent to. */
    pixKey: string;
    responsible: components["schemas"]["Person"];
    retention: components["schemas"]["Retention"];
    /** @description When the available balance is withdrawn every day, null if never. */
    automaticWithdrawal: {
        /** @description Time of day in the instance's time zone. */
        at: string;
    } | null;
};
/** @description A new company, with its key. */
export type NewCompany = {
    /** @description Identifier of the company. */
    companyId: components["schemas"]["Id"];
    /** @description Name of the company. */
    name: string;
    /** @description Its API key, shown only once. */
    apiKey: string;
    /** @description The PIX key that withdrawals are sent to. */
    pixKey: string;
    responsible: components["schemas"]["Person"];
};
/** @description A charge. */
export type Charge = {
    /** @description Identifier of the charge. */
    chargeId: components["schemas"]["Id"];
    /** @description Identifier of the company. */
    companyId: components["schemas"]["Id"];
    paymentStatus: components["schemas"]["PaymentStatus"];
    /** @description The status before, null if it has had no other. */
    previousStatus: string | null;
    /** @description Total in cents. */
    total: components["schemas"]["Cents"];
    /** @description The caller's own reference. */
    externalId: string | null;
    customer: components["schemas"]["Customer"];
    /** @description When it was created. */
    createdAt: components["schemas"]["Instant"];
    /**
     * Format: date-time
     * @description When it was paid, null if unpaid.
     */
    paidAt: string | null;
    /**
     * Format: date-time
     * @description When it expires unpaid, null if never.
     */
    expiresAt: string | null;
    /** @description What is held of its payment, null if nothing. */
    hold: {
        /** @description Held amount in cents. */
        amountCents: components["schemas"]["Cents"];
        /** @description When it is released. */
        releaseAt: components["schemas"]["Instant"];
        /** @description State of the hold. */
        status: string;
    } | null;
    /** @description How it was reversed, null if not. */
    reversal: ("REFUND" | "CHARGEBACK") | null;
    /** @description The subscription it belongs to, null if none. */
    subscriptionId: string | null;
};
/** @description A subscription. */
export type Subscription = {
    /** @description Identifier of the subscription. */
    subscriptionId: components["schemas"]["Id"];
    /** @description Identifier of the company. */
    companyId: components["schemas"]["Id"];
    status: components["schemas"]["SubscriptionStatus"];
    /** @description Amount of each charge in cents. */
    amountCents: components["schemas"]["Cents"];
    /** @description Time between two charges. */
    interval: components["schemas"]["Duration"];
    customer: components["schemas"]["Customer"];
    nextOutcome: components["schemas"]["SubscriptionOutcome"];
    /** @description When it was created. */
    createdAt: components["schemas"]["Instant"];
    /**
     * Format: date-time
     * @description When it is charged next, null if never.
     */
    nextChargeAt: string | null;
};
/** @description A withdrawal with all that the platform knows of it, except its code. */
export type Withdrawal = {
    /** @description Identifier of the withdrawal. */
    withdrawId: components["schemas"]["Id"];
    /** @description Identifier of the company. */
    companyId: components["schemas"]["Id"];
    /**
     * @description Whether the company asked for it or the platform made it.
     * @enum {string}
     */
    origin: "MANUAL" | "AUTOMATIC";
    status: components["schemas"]["WithdrawalStatus"];
    /** @description Amount in cents. */
    value: components["schemas"]["Cents"];
    /** @description Fee in cents. */
    fee: components["schemas"]["Cents"];
    /** @description Amount sent in cents: value minus fee. */
    netValue: components["schemas"]["Cents"];
    /** @description The PIX key that the amount is sent to. */
    pixKey: string;
    /** @description Identifier of the transaction, once confirmed. */
    endToEndId?: string;
    /** @description When it was initiated. */
    createdAt: components["schemas"]["Instant"];
    /**
     * Format: date-time
     * @description The first instant at which its code is no longer valid, null without a code.
     */
    otpExpiresAt: string | null;
    /** @description Wrong attempts left, null without a code. */
    attemptsLeft: number | null;
    /** @description Whether the attempts are used up. */
    blocked: boolean;
    /**
     * Format: date-time
     * @description When the bank answers, null if not under way or left to a command.
     */
    settlesAt: string | null;
    /** @description Why it failed, null if it did not. */
    failureReason: string | null;
};
/** @description A message to the responsible person of a company. */
export type Message = {
    /** @description Identifier of the message. */
    messageId: components["schemas"]["Id"];
    /** @description Address of the responsible person. */
    to: string;
    /** @description Subject line. */
    subject: string;
    /** @description The text of the message. */
    text: string;
    /** @description Identifier of the withdrawal. */
    withdrawId: components["schemas"]["Id"];
    /** @description The code. */
    otpCode: string;
    /** @description When it was sent. */
    sentAt: components["schemas"]["Instant"];
    /** @description The first instant at which the code is no longer valid. */
    expiresAt: components["schemas"]["Instant"];
};
/** @description A webhook with its secret. */
export type Webhook = {
    /** @description Identifier of the webhook. */
    webhookId: components["schemas"]["Id"];
    /** @description What the webhook is called. */
    name: string;
    /** @description Where notifications are delivered. */
    url: string;
    /** @description The events it is notified of. */
    events: string[];
    /** @description Whether it receives deliveries. */
    active: boolean;
    /** @description When it was created. */
    createdAt: components["schemas"]["Instant"];
    /**
     * Format: date-time
     * @description When a delivery used up its attempts, null while active.
     */
    deactivatedAt: string | null;
    /** @description The HMAC key of each delivery. */
    secret: string;
};
/** @description A notification on its way to a webhook. */
export type Delivery = {
    /** @description Its identifier, as in X-Webhook-Delivery. */
    deliveryId: components["schemas"]["Id"];
    /** @description Identifier of the webhook. */
    webhookId: components["schemas"]["Id"];
    /** @description Event name. */
    event: string;
    /** @description Where the webhook points now. */
    url: string;
    /** @description The exact text that every attempt sends. */
    body: string;
    state: components["schemas"]["DeliveryState"];
    /** @description The fault that was applied to it, null without one. */
    fault: components["schemas"]["DeliveryFaultKind"] | null;
    /** @description When it was created. */
    createdAt: components["schemas"]["Instant"];
    /**
     * Format: date-time
     * @description When the next attempt is due, null if none is planned.
     */
    nextAttemptAt: string | null;
    /** @description Its attempts, oldest first. */
    attempts: components["schemas"]["Attempt"][];
};
/** @description An attempt that has ended. */
export type Attempt = {
    /** @description 1 for the first of the delivery. */
    number: number;
    /** @description When it began. */
    at: components["schemas"]["Instant"];
    /** @description Where the webhook pointed then. */
    url: string;
    /** @description Its headers, as sent. */
    headers: {
        [key: string]: string;
    };
    /**
     * @description Whether the receiver acknowledged.
     * @enum {string}
     */
    outcome: "SUCCESS" | "FAILURE";
    /** @description Status of the receiver's answer, null without one. */
    httpStatus: number | null;
    /** @description Real duration in milliseconds. */
    durationMs: number;
    /** @description How it failed, null if it did not. */
    failure: ("STATUS" | "TIMEOUT" | "CONNECTION_REFUSED" | "CONNECTION_RESET" | "UNREACHABLE" | "DNS" | "TLS" | "ADDRESS_REFUSED" | "NO_ROUTE" | "ANSWER_INVALID") | null;
    /** @description The failure in a sentence, null without one. */
    error: string | null;
    /** @description The beginning of the answer's body, null without one. */
    responseBody: string | null;
};
/** @description Something that is to go wrong. */
export type Fault = {
    /** @description Identifier of the fault. */
    faultId: components["schemas"]["Id"];
    kind: components["schemas"]["FaultKind"];
    /** @description The operation that the fault is applied to, for faults of calls. */
    operationId?: string;
    /** @description Status of the answer. */
    status?: number;
    /** @description Headers of the answer beside its own. */
    headers?: {
        [key: string]: string;
    };
    /** @description How many calls a rate limit lets through in `per`. */
    requests?: number;
    per?: components["schemas"]["Duration"];
    delay?: components["schemas"]["Duration"];
    /** @description The only event whose deliveries get the fault, where one was given. */
    event?: string;
    /** @description The only webhook whose deliveries get the fault, where one was given. */
    webhookId?: components["schemas"]["Id"];
    /** @description How often it is applied. A rate limit has no such number. */
    times?: number;
    /** @description How many times of these are left; calls of a rate limit until `resetsAt`. */
    remaining: number;
    /**
     * Format: date-time
     * @description When the window of a rate limit ends, null while it has counted no call. Other faults have none.
     */
    resetsAt?: string | null;
    /** @description When it was added. */
    createdAt: components["schemas"]["Instant"];
};
/** @description What clients have met of what is documented, and how often. */
export type Coverage = {
    /** @description The part that was met, in percent, rounded down. */
    percent: number;
    /** @description How many outcomes, events and faults were met. */
    met: number;
    /** @description How many there are. */
    total: number;
    /** @description The outcomes of each operation. */
    outcomes: {
        /** @description The operation. */
        operationId: string;
        /** @description Name of the outcome. */
        outcome: string;
        /** @description How many clients got it. */
        count: number;
    }[];
    /** @description What webhooks are told. */
    events: {
        /** @description Name of the event. */
        event: string;
        /** @description How many deliveries of it were acknowledged. */
        count: number;
    }[];
    /** @description The kinds of faults. */
    faults: {
        kind: components["schemas"]["FaultKind"];
        /** @description How many calls and deliveries it was applied to. */
        count: number;
    }[];
};
/** @description A call of the simulated interface. */
export type ReceivedRequest = {
    /** @description A running number. */
    requestId: number;
    /** @description The last position of the history when it came. */
    position: components["schemas"]["Position"];
    /** @description Time of the world when it came. */
    at: components["schemas"]["Instant"];
    /** @description Time of the machine when it came. */
    receivedAt: components["schemas"]["Instant"];
    /** @description The company of its key. */
    companyId: components["schemas"]["Id"];
    /** @description Its method. */
    method: string;
    /** @description Its path with the query. */
    path: string;
    /** @description The operation, null where there is none. */
    operationId: string | null;
    /** @description Its JSON body without secrets, null without one. A text in parentheses where it was not read, is no JSON object, or is too long. */
    requestBody: unknown;
    /** @description Status of the answer, null where none was sent. */
    status: number | null;
    /** @description What went wrong with it, null where nothing did. */
    fault: components["schemas"]["CallFaultKind"] | null;
    /** @description Name of the outcome, null where there was none. */
    outcome: string | null;
    /** @description Real duration in milliseconds, null while it is under way. */
    durationMs: number | null;
    /** @description The JSON body of the response without secrets, null without one. A text that begins in parentheses where it is too long. */
    responseBody: unknown;
};
/**
 * Saldo preset
 * @description Several things that go wrong together, applied at once and in this order.
 */
export type Preset = {
    /** @description What it is listed by. */
    name?: string;
    /** @description What goes wrong, in a sentence or two. */
    description?: string;
    /** @description The settings that change: how the bank settles, whether payouts are reviewed, and others. */
    settings?: components["schemas"]["Settings"];
    /** @description The faults that are added, of calls and of deliveries. */
    faults?: components["schemas"]["FaultGiven"][];
    /** @description Charges of the company that customers pay at once. */
    charges?: {
        /** @description Total in cents. */
        total: components["schemas"]["ChargedCents"];
        externalId?: components["schemas"]["ExternalIdGiven"];
    }[];
    /** @description How many of the company's newest paid charges are charged back. */
    chargebacks?: number;
};
/**
 * Saldo fixture
 * @description How a world begins. Amounts are integer cents. Times are ISO 8601 durations: `…Ago` before the beginning (P3D: three days earlier), `…In` after it.
 */
export type Fixture = {
    /** @description What the world is listed by. Default: the file's name. */
    name?: string;
    /** @description One line: what this world is for. */
    description?: string;
    /** @description What differs from the default settings, from the beginning of the described past on. */
    settings?: components["schemas"]["Settings"];
    /** @description Where deliveries to these hosts really go, such as hooks.acme.dev: http://127.0.0.1:3000. The server's own routes stay for other hosts. */
    routes?: {
        [key: string]: string;
    };
    /** @description The accounts of this world. Each gets an API key of its own. */
    companies: components["schemas"]["FixtureCompany"][];
};
/** @description One account. Saldo invents its name, document, PIX key and responsible person from the world's seed where they are left out. */
export type FixtureCompany = {
    name?: components["schemas"]["NameGiven"];
    /**
     * @description CNPJ without dots, in quotes: 12 digits or capital letters, then 2 digits.
     * @example 12ABC34501DE35
     */
    document?: string;
    /** @description Where its withdrawals go: CNPJ, phone (+55…), e-mail or random key (UUID), in quotes. */
    pixKey?: components["schemas"]["PixKeyGiven"];
    /** @description The person that gets the one-time codes. */
    responsible?: {
        name?: components["schemas"]["NameGiven"];
        /** @example ana.souza@example.com */
        email?: string;
    };
    /** @description The company's own retention (percent 0: none); null or left out: the instance's. */
    retention?: components["schemas"]["Retention"];
    /** @description When the whole available balance is withdrawn every day. Left out or null: never. */
    automaticWithdrawal?: {
        /**
         * @description Time of day in the instance's time zone.
         * @example 06:00
         */
        at: string;
        /** @description When the daily withdrawals began; the described past has them from then on. Default: PT0S, so the first one is still to come. */
        enabledAgo?: components["schemas"]["DurationGiven"];
    } | null;
    /** @description Cents available for withdrawal before everything else that is listed here: listed payments come on top, listed withdrawals are taken from it. With nothing else listed it is the balance at the beginning. Default: 0. */
    balance?: components["schemas"]["OpeningCents"];
    /** @description Money held in reserve at the beginning, on top of the balance. Each hold is a paid charge that is retained as a whole. */
    holds?: components["schemas"]["FixtureHold"][];
    charges?: components["schemas"]["FixtureCharge"][];
    subscriptions?: components["schemas"]["FixtureSubscription"][];
    /** @description At most one of them open at any time. */
    withdrawals?: components["schemas"]["FixtureWithdrawal"][];
    /** @description Webhooks that exist from the beginning; their secrets are derived from the seed. */
    webhooks?: {
        url: string;
        name: string;
        events: components["schemas"]["IdGiven"][];
    }[];
    /** @description Invents charges with customers, in a realistic mix of statuses, from the world's seed. */
    generate?: {
        /** @description How many. */
        charges: number;
        /** @description How long before the start they begin. */
        over: components["schemas"]["DurationGiven"];
    };
};
/** @description Money held in reserve. */
export type FixtureHold = {
    amountCents: components["schemas"]["ChargedCents"];
    /** @description When it becomes available, after the start. */
    releaseIn: components["schemas"]["DurationGiven"];
    /** @description When it was paid. Default: PT0S. */
    paidAgo?: components["schemas"]["DurationGiven"];
};
/** @description A charge and how it came to its status. A missing time is that of the step before it; without any, every step happens at the beginning. */
export type FixtureCharge = {
    total: components["schemas"]["ChargedCents"];
    /** @description When the world begins. */
    status: components["schemas"]["PaymentStatus"];
    /** @description Your own reference. */
    externalId?: string | null;
    customer?: components["schemas"]["FixtureCustomer"];
    /** @description What is held of this payment. Null or left out: as the company or the instance has it. */
    retention?: components["schemas"]["Retention"];
    createdAgo?: components["schemas"]["DurationGiven"];
    /** @description When its payment began to be processed. Left out on the way to PAID: it was paid directly. */
    processingAgo?: components["schemas"]["DurationGiven"];
    /** @description With status PAID or REFUNDED. What it retains is held from then on. */
    paidAgo?: components["schemas"]["DurationGiven"];
    /** @description With status REFUNDED. */
    refundedAgo?: components["schemas"]["DurationGiven"];
    /** @description With status PAID: the customer took the money back then. The status stays PAID. */
    chargebackAgo?: components["schemas"]["DurationGiven"];
    /** @description With status EXPIRED. Default: PT0S; if `createdAgo` is left out, the charge was created a day before. */
    expiredAgo?: components["schemas"]["DurationGiven"];
    /** @description When it expires, after the start. Left out: never. */
    expiresIn?: components["schemas"]["DurationGiven"];
};
/** @description An automatic PIX. Since it was authorized it has billed at every interval; those billings were paid. */
export type FixtureSubscription = {
    amountCents: components["schemas"]["ChargedCents"];
    /** @description A day or more. */
    interval: components["schemas"]["IntervalGiven"];
    /** @description When the world begins. */
    status: components["schemas"]["SubscriptionStatus"];
    customer?: components["schemas"]["FixtureCustomer"];
    /** @description How the billings after the start end. Default: PAID. */
    nextOutcome?: components["schemas"]["SubscriptionOutcome"];
    createdAgo?: components["schemas"]["DurationGiven"];
    /** @description With status AUTHORIZED. */
    authorizedAgo?: components["schemas"]["DurationGiven"];
    /** @description With status REJECTED. */
    rejectedAgo?: components["schemas"]["DurationGiven"];
};
/** @description A withdrawal and how it came to its status. A missing time is that of the step before it; without any, every step happens at the beginning. */
export type FixtureWithdrawal = {
    /** @description Fee included. The money must be there when it is initiated. */
    value: components["schemas"]["ChargedCents"];
    /** @description Its status at the beginning. CREATED: it awaits its one-time code. PENDING_REVIEW needs `settings.manualApproval`. */
    status: components["schemas"]["WithdrawalStatus"];
    /** @description How many wrong codes were entered, right after the last code was sent; 5 block it. Default: 0. */
    wrongCodes?: number;
    /** @description With status FAILED. */
    failureReason?: string;
    /** @description When it was initiated and its first code sent. The code is valid for `settings.otpLifetime`. */
    initiatedAgo?: components["schemas"]["DurationGiven"];
    /** @description When a second code was sent; the first must have expired by then. */
    resentAgo?: components["schemas"]["DurationGiven"];
    /** @description When the right code was entered. */
    codeEnteredAgo?: components["schemas"]["DurationGiven"];
    /** @description When a super admin approved it; only with `settings.manualApproval`. */
    approvedAgo?: components["schemas"]["DurationGiven"];
    /** @description With status CANCELLED: a super admin declined it then; only with `settings.manualApproval`. */
    declinedAgo?: components["schemas"]["DurationGiven"];
    /** @description With status CANCELLED: the company cancelled it then. */
    cancelledAgo?: components["schemas"]["DurationGiven"];
    /** @description With status CONFIRMED or FAILED. Left out: as `settings.settlement` has it, or at once. */
    settledAgo?: components["schemas"]["DurationGiven"];
};
/** @description The routes to receivers. */
export type RoutesState = {
    position: components["schemas"]["Position"];
    /** @description Scheme, host and port that replace a host, by that host. */
    routes: {
        [key: string]: string;
    };
};
export type Healthy = {
    /**
     * @description Always ok.
     * @enum {string}
     */
    status: "ok";
    /** @description Version of the server. */
    version: string;
};
export type Ready = {
    /**
     * @description Always ready.
     * @enum {string}
     */
    status: "ready";
    /** @description Version of the server. */
    version: string;
};
export type WorldCreated = {
    /** @description Identifier of the world. */
    worldId: components["schemas"]["Id"];
    /** @description Time of the world. */
    now: components["schemas"]["Instant"];
    position: components["schemas"]["Position"];
    /** @description Its companies with their keys. */
    companies: components["schemas"]["NewCompany"][];
};
export type AboutRead = {
    /** @description Version of Saldo. */
    version: string;
    /**
     * @description Where worlds are stored.
     * @enum {string}
     */
    store: "memory" | "folder" | "postgres";
    /**
     * @description Where webhooks are delivered.
     * @enum {string}
     */
    egress: "internet" | "routes";
    /** @description Whether codes are also sent by e-mail. */
    sendsMail: boolean;
    /** @description Whether creating worlds needs the admin token. */
    needsAdminToken: boolean;
    /** @description Newest events that a world can rewind over. */
    historyEvents: number;
    /** @description Maximum events of one advance. */
    advanceEvents: number;
    /** @description The settings of a world whose fixture names none. */
    settings: components["schemas"]["AllSettings"];
};
export type FixturesListed = {
    /** @description The fixtures. */
    fixtures: {
        /** @description Name for `POST /worlds`. */
        name: string;
        /** @description How a world begins. */
        description: string;
    }[];
};
export type SummaryRead = {
    position: components["schemas"]["Position"];
    /** @description Withdrawals of the company that await their code. */
    awaitingCode: number;
    /** @description Withdrawals of all companies that await the review. */
    pendingReview: number;
    /** @description Deliveries to the company's webhooks that failed. */
    failedDeliveries: number;
    /** @description Webhooks of the company that are deactivated. */
    inactiveWebhooks: number;
    /** @description Faults that can still apply. */
    faults: number;
    /** @description Messages in the company's mailbox. */
    messages: number;
};
export type SaveFileRead = {
    /** @description The save-file. It is accepted only as it is. */
    world: {
        [key: string]: unknown;
    };
};
export type KeyCreated = {
    /** @description Identifier of the company. */
    companyId: components["schemas"]["Id"];
    /** @description The new key. */
    apiKey: string;
};
export type WorldsListed = {
    /** @description The worlds. */
    worlds: components["schemas"]["ListedWorld"][];
};
export type WorldRead = {
    /** @description Identifier of the world. */
    worldId: components["schemas"]["Id"];
    /** @description Its name; null if it was created without one. */
    name: string | null;
    /** @description Seed for identifiers, codes and people. */
    seed: string;
    position: components["schemas"]["Position"];
    horizon: components["schemas"]["Horizon"];
    rewindableFrom: components["schemas"]["RewindableFrom"];
    epoch: components["schemas"]["Epoch"];
    /** @description Time of the world. */
    now: components["schemas"]["Instant"];
    /** @description How its time passes. */
    clock: {
        mode: components["schemas"]["ClockMode"];
        rate: components["schemas"]["ClockRate"];
    };
    settings: components["schemas"]["AllSettings"];
    /** @description Its companies without their keys. */
    companies: components["schemas"]["Company"][];
};
export type CompanyAdded = components["schemas"]["Changed"] & components["schemas"]["NewCompany"];
export type ClockAdvanced = {
    /** @description Time before. */
    from: components["schemas"]["Instant"];
    /** @description Time after. */
    to: components["schemas"]["Instant"];
    fromPosition: components["schemas"]["Position"];
    position: components["schemas"]["Position"];
    /** @description What happened, in order; the first 1,000. */
    fired: components["schemas"]["HistoryEvent"][];
    firedTotal: components["schemas"]["FiredTotal"];
    /** @description Whether more happened than is shown. */
    truncated: boolean;
    attempts: components["schemas"]["AttemptCount"];
};
export type EventsListed = {
    /** @description The events. */
    events: components["schemas"]["HistoryEvent"][];
    /** @description What `after` must be to go on, or `before` with `order=newest`; null at the end. */
    next: number | null;
    horizon: components["schemas"]["Horizon"];
};
export type BookmarksListed = {
    /** @description The bookmarks. */
    bookmarks: components["schemas"]["Bookmark"][];
};
export type BookmarkRemoved = components["schemas"]["Changed"] & {
    /** @description The name that it had. */
    name: string;
};
export type WorldRewound = components["schemas"]["Changed"] & {
    /** @description Time of the world. */
    now: components["schemas"]["Instant"];
    /** @description The place where the world is back at. */
    to: components["schemas"]["Position"];
    epoch: components["schemas"]["Epoch"];
};
export type HistoriesCompared = {
    /** @description The last position that both have. */
    common: components["schemas"]["Position"];
    /** @description Where the two lists of events first differ, counted from 0; null if what is listed is alike. */
    firstDifference: number | null;
    left: components["schemas"]["ComparedHistory"];
    right: components["schemas"]["ComparedHistory"];
};
export type TimelineRead = {
    position: components["schemas"]["Position"];
    /** @description Time of the world. */
    now: components["schemas"]["Instant"];
    /** @description When the picture begins. */
    from: components["schemas"]["Instant"];
    /** @description When it ends. */
    to: components["schemas"]["Instant"];
    horizon: components["schemas"]["Horizon"];
    rewindableFrom: components["schemas"]["RewindableFrom"];
    /** @description The parts of the time in which anything happened, in order. */
    buckets: components["schemas"]["TimelineBucket"][];
    /** @description What happened; clusters of neighbours if there were more than 600. */
    marks: components["schemas"]["TimelineMark"][];
    /** @description The stretches of the history, in the order of their positions. */
    branches: components["schemas"]["TimelineBranch"][];
};
export type AgendaRead = {
    /** @description How many there are, also beyond `limit`. */
    total: number;
    /** @description The items. */
    items: {
        /** @description When it is due. */
        dueAt: components["schemas"]["Instant"];
        /** @description What will be done. */
        type: string;
        /** @description Identifier of what it is done to. */
        id: components["schemas"]["Id"];
        /** @description Identifier of its company. */
        companyId: components["schemas"]["Id"];
        /** @description What it is about, in cents; null for deliveries and automatic withdrawals. */
        amountCents: number | null;
    }[];
};
export type LedgerRead = {
    /** @description Balances in cents; their sum is zero. */
    accounts: {
        /** @description The balance available for withdrawal. */
        available: components["schemas"]["SignedCents"];
        /** @description What is held in reserve. */
        reserved: components["schemas"]["SignedCents"];
        /** @description Withdrawals under way. */
        unsettled: components["schemas"]["SignedCents"];
        /** @description What customers paid in. */
        customers: components["schemas"]["SignedCents"];
        /** @description What the bank paid out. */
        bank: components["schemas"]["SignedCents"];
        /** @description Fees of withdrawals. */
        fees: components["schemas"]["SignedCents"];
    };
    /** @description The entries. */
    entries: {
        position: components["schemas"]["Position"];
        /** @description When it was posted. */
        at: components["schemas"]["Instant"];
        /** @description Type of the event that posted it. */
        reason: string;
        /** @description Identifier of the charge or withdrawal it is about. */
        reference: string | null;
        /** @description Amounts that sum to zero. */
        postings: {
            /**
             * @description Name of the account.
             * @enum {string}
             */
            account: "available" | "reserved" | "unsettled" | "customers" | "bank" | "fees";
            /** @description Amount in cents. */
            amountCents: components["schemas"]["SignedCents"];
        }[];
    }[];
    /** @description Where to read on (`after`), or null at the end. */
    next: number | null;
};
export type StatementRead = {
    /** @description Whose statement it is. */
    companyId: components["schemas"]["Id"];
    /**
     * @description Currency of all amounts.
     * @constant
     */
    currency: "BRL";
    /** @description The instance's time zone, in which the other formats write dates. */
    timeZone: string;
    /** @description When the period begins. */
    from: components["schemas"]["Instant"];
    /** @description When the period ends. */
    to: components["schemas"]["Instant"];
    /** @description The balance at its beginning. */
    openingCents: components["schemas"]["SignedCents"];
    /** @description The balance at its end. */
    closingCents: components["schemas"]["SignedCents"];
    /** @description The changes of the balance, oldest first. */
    entries: {
        position: components["schemas"]["Position"];
        /** @description When it was posted. */
        at: components["schemas"]["Instant"];
        /** @description Type of the event that posted it. */
        reason: string;
        /** @description Identifier of the charge or withdrawal it is about. */
        reference: string | null;
        /** @description The caller's own reference of the charge. */
        externalId: string | null;
        /** @description Identifier of the bank's transaction, null before it is paid. */
        endToEndId: string | null;
        /** @description How the balance changed. */
        amountCents: components["schemas"]["SignedCents"];
        /** @description The part of a withdrawal that is its fee, null elsewhere. */
        feeCents: number | null;
        /** @description The balance after it. */
        balanceCents: components["schemas"]["SignedCents"];
    }[];
};
export type SettingsRead = components["schemas"]["Changed"] & components["schemas"]["AllSettings"];
export type SettingsChanged = components["schemas"]["Changed"] & components["schemas"]["AllSettings"];
export type CompanyRead = components["schemas"]["Changed"] & components["schemas"]["Company"];
export type CompanyChanged = components["schemas"]["Changed"] & components["schemas"]["Company"];
export type ChargeCreated = components["schemas"]["Changed"] & components["schemas"]["Charge"];
export type ChargesListed = {
    /** @description The charges. */
    charges: components["schemas"]["Charge"][];
};
export type ChargeChanged = components["schemas"]["Changed"] & components["schemas"]["Charge"];
export type SubscriptionCreated = components["schemas"]["Changed"] & components["schemas"]["Subscription"];
export type SubscriptionsListed = {
    /** @description The subscriptions. */
    subscriptions: components["schemas"]["Subscription"][];
};
export type SubscriptionChanged = components["schemas"]["Changed"] & components["schemas"]["Subscription"];
export type InboxRead = {
    /** @description The messages. */
    messages: components["schemas"]["Message"][];
};
export type AllWithdrawalsListed = {
    /** @description The withdrawals. */
    withdrawals: components["schemas"]["Withdrawal"][];
};
export type WithdrawalApproved = components["schemas"]["Changed"] & components["schemas"]["Withdrawal"];
export type WithdrawalDeclined = components["schemas"]["Changed"] & components["schemas"]["Withdrawal"];
export type WithdrawalSettled = components["schemas"]["Changed"] & components["schemas"]["Withdrawal"];
export type WebhooksListed = {
    /** @description The webhooks. */
    webhooks: components["schemas"]["Webhook"][];
};
export type WebhookChanged = components["schemas"]["Changed"] & components["schemas"]["Webhook"];
export type WebhookDeleted = components["schemas"]["Changed"] & {
    /** @description Identifier of the webhook. */
    webhookId: components["schemas"]["Id"];
};
export type DeliveriesListed = {
    /** @description The deliveries. */
    deliveries: components["schemas"]["Delivery"][];
};
export type DeliveryRequeued = components["schemas"]["Changed"] & components["schemas"]["Delivery"];
export type DeliveriesRequeued = components["schemas"]["Changed"] & {
    /** @description How many deliveries are attempted again. */
    requeued: number;
    /** @description How many were not; their webhooks are deactivated. */
    skipped: number;
};
export type FaultsListed = components["schemas"]["Changed"] & {
    /** @description The faults. */
    faults: components["schemas"]["Fault"][];
};
export type FaultAdded = components["schemas"]["Changed"] & components["schemas"]["Fault"];
export type PresetsListed = {
    /** @description The presets. */
    presets: {
        /** @description Name for `POST /presets`. */
        name: string;
        /** @description What goes wrong. */
        description: string;
        /** @description The settings that change. */
        settings?: Record<string, unknown>;
        /** @description The faults that are added. */
        faults?: Record<string, unknown>[];
        /** @description The charges that customers pay. */
        charges?: Record<string, unknown>[];
        /** @description How many of the newest paid charges are charged back. */
        chargebacks?: number;
    }[];
};
export type PresetApplied = components["schemas"]["Changed"] & {
    /** @description The faults that were added. */
    faultIds: components["schemas"]["Id"][];
    /** @description The charges that were paid. */
    chargeIds: components["schemas"]["Id"][];
    /** @description The charges that were charged back, newest first; fewer if the company has fewer. */
    chargebackIds: components["schemas"]["Id"][];
};
export type FaultsRemoved = components["schemas"]["Changed"] & {
    /** @description Those that were removed. */
    faultIds: components["schemas"]["Id"][];
};
export type RequestsListed = {
    /** @description The calls. */
    requests: components["schemas"]["ReceivedRequest"][];
};
export type RequestsExported = {
    /** @description HAR 1.2. */
    log: {
        /**
         * @description Version of HAR.
         * @constant
         */
        version: "1.2";
        /** @description What has written it. */
        creator: {
            /** @description Its name. */
            name: string;
            /** @description Its version. */
            version: string;
        };
        /** @description Requests with their responses, status 0 where none came. */
        entries: Record<string, unknown>[];
    };
};
