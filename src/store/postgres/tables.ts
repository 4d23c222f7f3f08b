/** The tables of a schema, by names that do not depend on the settings of a session. */
export interface Tables {
  readonly schema: string;
  readonly world: string;
  readonly entry: string;
  readonly snapshot: string;
  readonly apiKey: string;
  readonly schedule: string;
  readonly process: string;
}

export function tablesOf(schema: string): Tables {
  const quoted = quotedName(schema);
  const table = (name: string) => `${quoted}.${name}`;
  return {
    schema,
    world: table("world"),
    entry: table("entry"),
    snapshot: table("snapshot"),
    apiKey: table("api_key"),
    schedule: table("schedule"),
    process: table("process"),
  };
}

/** Returns a name as SQL takes it, whatever characters it has. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
