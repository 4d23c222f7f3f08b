import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Candidate } from "./candidate.ts";

const path = "/account-balance";
const probe = { path };
const contentType = "application/json";

/** All that answer the same JSON to `GET /account-balance`, each set up as its own documentation says. */
export async function peers(folder: string, body: unknown): Promise<readonly Candidate[]> {
  const [prisms, mockoon, jsonServer] = await Promise.all([
    prismsOf(folder, body),
    mockoonOf(folder, body),
    jsonServerOf(folder, body),
  ]);
  return [...prisms, mockoon, ...(hasJava() ? [await wireMockOf(folder, body)] : []), jsonServer];
}

/** Node and Fastify alone: nothing that is built on them can be faster. `folder` is for the body. */
export async function bare(
  folder: string,
  body: unknown,
): Promise<{ readonly http: Candidate; readonly fastify: Candidate }> {
  const file = join(folder, "body.json");
  await writeFile(file, JSON.stringify(body));
  const of = (name: string, program: string): Candidate => {
    const main = new URL(`programs/${program}`, import.meta.url).pathname;
    return { name, command: (port) => [process.execPath, main, String(port), file], probe };
  };
  return { http: of("bare node:http", "bare-http.ts"), fastify: of("bare Fastify", "bare-fastify.ts") };
}

/** As it starts, and without its log of requests, which is the greater part of its work. */
async function prismsOf(folder: string, body: unknown): Promise<readonly Candidate[]> {
  const answer = { description: "OK", content: { [contentType]: { schema: { type: "object" }, example: body } } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Balance", version: "1.0.0" },
    paths: { [path]: { get: { responses: { 200: answer } } } },
  };
  const file = await written(folder, "prism.json", document);
  const main = mainOf("@stoplight/prism-cli", "dist/index.js");
  const of = (name: string, ...options: readonly string[]): Candidate => ({
    name,
    command: (port) => [process.execPath, main, "mock", "--port", String(port), ...options, file],
    probe,
  });
  return [of("Prism"), of("Prism, silent", "--verboseLevel", "silent")];
}

async function mockoonOf(folder: string, body: unknown): Promise<Candidate> {
  const response = {
    uuid: "7f3a1c52-0c53-4d6f-8f39-4b1a7f7f0b02",
    body: JSON.stringify(body),
    statusCode: 200,
    headers: [{ key: "Content-Type", value: contentType }],
    default: true,
    disableTemplating: true,
  };
  const route = {
    uuid: "0f1c7c1e-6a14-4b2a-9b51-0f3b1f0a7a01",
    type: "http",
    method: "get",
    endpoint: path.slice(1),
    responses: [response],
  };
  const environment = { uuid: "5f4b9f64-2f43-4a8e-a3f2-1b8ad6d2c703", name: "Balance", port: 3000, routes: [route] };
  const file = await written(folder, "mockoon.json", environment);
  const main = mainOf("@mockoon/cli", "bin/run.js");
  return {
    name: "Mockoon",
    command: (port) =>
      [
        ...[process.execPath, main, "start", "--repair", "--data", file, "--port", String(port)],
        ...["--disable-log-to-file", "--disable-admin-api"],
      ] as [string, ...string[]],
    probe,
  };
}

async function wireMockOf(folder: string, body: unknown): Promise<Candidate> {
  const mappings = join(folder, "wiremock", "mappings");
  await mkdir(mappings, { recursive: true });
  const response = { status: 200, headers: { "Content-Type": contentType }, jsonBody: body };
  await written(mappings, "balance.json", { request: { method: "GET", urlPath: path }, response });
  const build = mainOf("wiremock", "build");
  const jar = join(build, readdirSync(build).find((name) => name.endsWith(".jar")) ?? "");
  const root = dirname(mappings);
  return {
    name: "WireMock",
    command: (port) =>
      [
        ...["java", "-jar", jar, "--port", String(port), "--root-dir", root],
        // What was asked for would be kept for ever.
        ...["--no-request-journal", "--disable-banner"],
      ] as [string, ...string[]],
    probe,
  };
}

async function jsonServerOf(folder: string, body: unknown): Promise<Candidate> {
  const file = await written(folder, "json-server.json", { [path.slice(1)]: body });
  const main = mainOf("json-server", "lib/cli/bin.js");
  return {
    name: "json-server",
    command: (port) => [process.execPath, main, "--host", "127.0.0.1", "--port", String(port), "--quiet", file],
    probe,
  };
}

async function written(folder: string, name: string, content: unknown): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, JSON.stringify(content));
  return file;
}

/** A file of an installed package. */
function mainOf(name: string, file: string): string {
  return new URL(`../node_modules/${name}/${file}`, import.meta.url).pathname;
}

function hasJava(): boolean {
  try {
    execFileSync("java", ["-version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
