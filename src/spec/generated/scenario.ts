// Generated from fixtures/scenario.schema.json by scripts/build-specs.ts. Do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Saldo scenario
         * @description The part of Arazzo 1.0 that `saldo scenario run` plays; docs/scenarios.md shows how to write one. Names that begin with x- are ignored.
         */
        readonly scenario: {
            /** @example 1.0.1 */
            readonly arazzo: string;
            readonly info: {
                readonly title: string;
                readonly version: string;
                readonly summary?: string;
                readonly description?: string;
            };
            readonly sourceDescriptions: readonly components["schemas"]["sourceDescription"][];
            readonly workflows: readonly components["schemas"]["workflow"][];
        };
        /** @example look-again */
        readonly name: string;
        readonly workflow: {
            readonly workflowId: components["schemas"]["name"];
            readonly summary?: string;
            readonly description?: string;
            /** @description A JSON Schema of an object. */
            readonly inputs?: {
                readonly required?: readonly string[];
                readonly properties?: Record<string, unknown>;
            };
            /** @description Workflows that are played before this one, in the same world. */
            readonly dependsOn?: readonly string[];
            readonly steps: readonly components["schemas"]["step"][];
            readonly outputs?: components["schemas"]["outputs"];
            /** @description How the world begins: what POST /sandbox/worlds takes. */
            readonly "x-saldo-world"?: Record<string, unknown>;
        };
        readonly step: {
            readonly stepId: components["schemas"]["name"];
            readonly description?: string;
            /**
             * @description The request must get no answer, because a fault loses it or breaks the connection.
             * @constant
             */
            readonly "x-saldo-no-answer"?: true;
            readonly operationId: string;
            readonly parameters?: readonly components["schemas"]["parameter"][];
            readonly requestBody?: {
                /** @constant */
                readonly contentType?: "application/json";
                readonly payload: Record<string, unknown>;
            };
            readonly successCriteria?: readonly components["schemas"]["criterion"][];
            readonly onSuccess?: readonly components["schemas"]["successAction"][];
            readonly onFailure?: readonly components["schemas"]["failureAction"][];
            readonly outputs?: components["schemas"]["outputs"];
        };
        readonly criterion: {
            readonly condition: string;
            readonly context?: string;
            /**
             * @default simple
             * @enum {unknown}
             */
            readonly type?: "simple" | "regex" | "jsonpath";
        };
        readonly outputs: {
            readonly [key: string]: string;
        };
        readonly parameter: {
            readonly name: string;
            /** @enum {unknown} */
            readonly in: "path" | "query" | "header";
            readonly value: unknown;
        };
        readonly successAction: {
            readonly name: string;
            /** @enum {unknown} */
            readonly type: "goto" | "end";
            readonly stepId?: string;
            readonly criteria?: readonly components["schemas"]["criterion"][];
        };
        readonly failureAction: {
            readonly name: string;
            /** @enum {unknown} */
            readonly type: "goto" | "end" | "retry";
            readonly stepId?: string;
            readonly criteria?: readonly components["schemas"]["criterion"][];
            /** @description In seconds of the machine's clock. */
            readonly retryAfter?: number;
            /** @default 1 */
            readonly retryLimit?: number;
        };
        readonly sourceDescription: {
            readonly name: string;
            readonly url: string;
            /** @enum {unknown} */
            readonly type?: "openapi";
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
