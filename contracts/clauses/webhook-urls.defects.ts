import { type Defect, planted } from "../defects/defect.ts";

const urls = "src/domain/webhook-url.ts";
const addresses = "src/domain/address.ts";

const judged = 'return policy === "any" ? null : hostRefusal(host);';
const privateBlocks = 'private: blocks("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"),';

export const webhookUrlsDefects: readonly Defect[] = [
  ...planted(urls, judged, {
    "localhost-allowed breaks webhook-urls.localhost":
      'return policy === "any" || host === "localhost" ? null : hostRefusal(host);',
    "localhost-with-port-allowed breaks webhook-urls.localhost":
      'return policy === "any" || parsed.host === "localhost:3000" ? null : hostRefusal(host);',
  }),
  ...planted(addresses, privateBlocks, {
    "network-10-allowed breaks webhook-urls.private-10": 'private: blocks("172.16.0.0/12", "192.168.0.0/16"),',
    "network-10-0-0-only breaks webhook-urls.private-10":
      'private: blocks("10.0.0.0/24", "172.16.0.0/12", "192.168.0.0/16"),',
    "network-172-16-only breaks webhook-urls.private-172":
      'private: blocks("10.0.0.0/8", "172.16.0.0/16", "192.168.0.0/16"),',
    "network-192-168-allowed breaks webhook-urls.private-192-168":
      'private: blocks("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/24"),',
  }),
  ...planted(urls, '...["example.com", "example.net",', {
    "example-com-allowed breaks webhook-urls.example-com": '...["example.net",',
  }),
  ...planted(urls, '"example", "test", "invalid"', {
    "test-domain-allowed breaks webhook-urls.test-domain": '"example", "invalid"',
  }),
  ...planted(urls, '...["local", "onion",', {
    "local-domain-allowed breaks webhook-urls.local-domain": '...["onion",',
  }),
];
