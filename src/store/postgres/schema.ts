/** Since this step, each world has one owner. Processes of before write without one, so none of them may run. */
export const OWNERSHIP_STEP = 4;

/**
 * The tables, as numbered steps: what has been published never changes, a later version adds a step. `$` stands for the
 * schema.
 *
 * A world belongs to the process that is its owner. Each change of the owner raises the epoch, and what the owner writes is
 * fenced by it. A process lives while it renews its lease; once another one has deleted its row, it owns nothing.
 *
 * An entry is what one append kept of one world; its body has a line of JSON for each commit. Entries are only inserted.
 * Their key is no fence but an alarm: two writers who continue from the same end cannot both insert. The last entry of a
 * world is never deleted.
 *
 * A schedule tells how a world without an owner rests.
 */
export const migrations: readonly string[] = [
  `CREATE TABLE $.world (
    no integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL UNIQUE,
    listed text NOT NULL,
    horizon bigint NOT NULL DEFAULT 0,
    horizon_at timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  CREATE TABLE $.entry (
    world integer NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    turn uuid NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (world, first)
  );
  CREATE TABLE $.api_key (
    digest text PRIMARY KEY,
    world integer NOT NULL,
    company text NOT NULL
  );
  CREATE INDEX api_key_world ON $.api_key (world);
  CREATE TABLE $.schedule (
    world integer PRIMARY KEY,
    clock text NOT NULL,
    wakes_at double precision
  ) WITH (fillfactor = 50);
  CREATE INDEX schedule_wakes_at ON $.schedule (wakes_at);
  CREATE TABLE $.attempt (
    world integer NOT NULL,
    delivery text NOT NULL,
    by uuid NOT NULL,
    until double precision NOT NULL,
    PRIMARY KEY (world, delivery)
  ) WITH (fillfactor = 50);
  CREATE TABLE $.pause (
    world integer PRIMARY KEY,
    by uuid NOT NULL,
    at bigint,
    until double precision NOT NULL
  ) WITH (fillfactor = 50);
  CREATE TABLE $.snapshot (
    world integer NOT NULL,
    position bigint NOT NULL,
    version uuid NOT NULL,
    part integer NOT NULL,
    body text NOT NULL,
    doomed_at timestamptz,
    PRIMARY KEY (world, position, version, part)
  )`,
  `CREATE TABLE $.replica (
    id uuid PRIMARY KEY,
    no bigint GENERATED ALWAYS AS IDENTITY,
    version text NOT NULL,
    configuration text NOT NULL,
    seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
  )`,
  `CREATE UNLOGGED TABLE $.call (
    world integer NOT NULL,
    id bigint NOT NULL,
    operation text,
    status integer,
    body text NOT NULL,
    PRIMARY KEY (world, id)
  );
  CREATE UNLOGGED TABLE $.met (
    world integer NOT NULL,
    name text NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (world, name)
  ) WITH (fillfactor = 50)`,
  `CREATE TABLE $.process (
    process_id uuid PRIMARY KEY,
    no bigint GENERATED ALWAYS AS IDENTITY,
    address text NOT NULL,
    token text NOT NULL,
    version text,
    configuration text,
    beat bigint NOT NULL DEFAULT 0,
    lease_until timestamptz NOT NULL
  ) WITH (fillfactor = 50);
  ALTER TABLE $.world ADD COLUMN owner uuid, ADD COLUMN epoch bigint NOT NULL DEFAULT 0;
  ALTER TABLE $.schedule ADD COLUMN summary text;
  ALTER TABLE $.entry DROP COLUMN turn;
  DROP TABLE $.attempt;
  DROP TABLE $.pause;
  DROP TABLE $.call;
  DROP TABLE $.met;
  DROP TABLE $.replica`,
];
