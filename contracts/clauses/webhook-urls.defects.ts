import type { Defect } from "../defects/defect.ts";

const urls = "src/domain/webhook-url.ts";
const addresses = "src/domain/address.ts";

const judged = 'return policy === "any" ? null : hostRefusal(host);';
const privateBlocks = 'private: blocks("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"),';

export const webhookUrlsDefects: readonly Defect[] = [
  {
    id: "localhost-allowed",
    breaks: ["webhook-urls.localhost"],
    file: urls,
    find: judged,
    replace: 'return policy === "any" || host === "localhost" ? null : hostRefusal(host);',
  },
  {
    id: "localhost-with-port-allowed",
    breaks: ["webhook-urls.localhost"],
    file: urls,
    find: judged,
    replace: 'return policy === "any" || parsed.host === "localhost:3000" ? null : hostRefusal(host);',
  },
  {
    id: "network-10-allowed",
    breaks: ["webhook-urls.private-10"],
    file: addresses,
    find: privateBlocks,
    replace: 'private: blocks("172.16.0.0/12", "192.168.0.0/16"),',
  },
  {
    id: "network-10-0-0-only",
    breaks: ["webhook-urls.private-10"],
    file: addresses,
    find: privateBlocks,
    replace: 'private: blocks("10.0.0.0/24", "172.16.0.0/12", "192.168.0.0/16"),',
  },
  {
    id: "network-172-16-only",
    breaks: ["webhook-urls.private-172"],
    file: addresses,
    find: privateBlocks,
    replace: 'private: blocks("10.0.0.0/8", "172.16.0.0/16", "192.168.0.0/16"),',
  },
  {
    id: "network-192-168-allowed",
    breaks: ["webhook-urls.private-192-168"],
    file: addresses,
    find: privateBlocks,
    replace: 'private: blocks("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/24"),',
  },
  {
    id: "example-com-allowed",
    breaks: ["webhook-urls.example-com"],
    file: urls,
    find: '...["example.com", "example.net",',
    replace: '...["example.net",',
  },
  {
    id: "test-domain-allowed",
    breaks: ["webhook-urls.test-domain"],
    file: urls,
    find: '"example", "test", "invalid"',
    replace: '"example", "invalid"',
  },
  {
    id: "local-domain-allowed",
    breaks: ["webhook-urls.local-domain"],
    file: urls,
    find: '...["local", "onion",',
    replace: '...["onion",',
  },
];
