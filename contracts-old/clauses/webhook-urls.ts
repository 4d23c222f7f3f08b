import type { DocumentedClause } from "./clause.ts";

/** Where no webhook may point to. */
export const webhookUrlsClauses: readonly DocumentedClause[] = [
  {
    kind: "documented",
    id: "webhook-urls.localhost",
    section: "Errors",
    text: "No webhook can be created for `localhost`.",
  },
  {
    kind: "documented",
    id: "webhook-urls.private-10",
    section: "Errors",
    text: "No webhook can be created for an address that begins with 10.",
  },
  {
    kind: "documented",
    id: "webhook-urls.private-172",
    section: "Errors",
    text: "No webhook can be created for an address from 172.16.0.0 to 172.31.255.255.",
  },
  {
    kind: "documented",
    id: "webhook-urls.private-192-168",
    section: "Errors",
    text: "No webhook can be created for an address that begins with 192.168.",
  },
  {
    kind: "documented",
    id: "webhook-urls.example-com",
    section: "Errors",
    text: "No webhook can be created for the domain `example.com`.",
  },
  {
    kind: "documented",
    id: "webhook-urls.test-domain",
    section: "Errors",
    text: "No webhook can be created for a domain that ends in `.test`.",
  },
  {
    kind: "documented",
    id: "webhook-urls.local-domain",
    section: "Errors",
    text: "No webhook can be created for a domain that ends in `.local`.",
  },
];
