// Puts a sandbox under load, or looks whether it has kept what it acknowledged under it:
//   node .ci/load.mjs put http://127.0.0.1:4400 <file>     until it is gone; says "ready" when a hundred charges are made
//   node .ci/load.mjs look http://127.0.0.1:4400 <file>
import { readFileSync, writeFileSync } from "node:fs";

const [task, url, file] = process.argv.slice(2);
const headers = { "X-API-KEY": "sandbox-key", "Content-Type": "application/json" };
const made = [];
let streamed = 0;

async function makeCharges() {
  const request = { method: "POST", headers, body: JSON.stringify({ total: 990, paid: true }) };
  for (;;) {
    const response = await fetch(`${url}/sandbox/charges`, request).catch(() => null);
    const answer = response?.status === 201 ? await response.json().catch(() => null) : null;
    if (answer === null) return;
    made.push(answer.chargeId);
    if (made.length === 100) console.log("ready");
  }
}

async function readStream() {
  const response = await fetch(`${url}/sandbox/events/stream`, { headers });
  try {
    for await (const chunk of response.body) streamed += chunk.length;
  } catch {
    // It was broken off, as it should be.
  }
}

if (task === "put") {
  const streams = Array.from({ length: 4 }, readStream);
  await Promise.all([...Array.from({ length: 8 }, makeCharges), ...streams]);
  if (streamed === 0) throw new Error("the streams have told nothing");
  writeFileSync(file, JSON.stringify(made));
} else {
  const acknowledged = JSON.parse(readFileSync(file, "utf8"));
  if (acknowledged.length < 100) throw new Error(`only ${acknowledged.length} charges were made`);
  for (const chargeId of acknowledged) {
    const { status } = await fetch(`${url}/sandbox/charges/${chargeId}`, { headers });
    if (status !== 200) throw new Error(`the charge ${chargeId} was acknowledged and is gone: ${status}`);
  }
  console.log(`all ${acknowledged.length} charges are there`);
}
