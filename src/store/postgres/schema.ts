/**
 * The tables, as numbered steps: what has been published never changes, a later version adds a step. `$` stands for the
 * schema.
 *
 * An entry is what one turn kept of one world; its body has a line of JSON for each commit. Entries are only inserted.
 * The key is the real fence between writers: two who continue from the same end cannot both insert. There is no foreign
 * key, which would lock and so rewrite the row of the world with every entry. The last entry of a world is never deleted,
 * so that whoever knows it can see that his history is still the true one; `turn` tells entries of one place apart.
 *
 * An attempt is a claim of one process on making a delivery's attempt, a pause one on the clock of a world. Both last until
 * a time in milliseconds since 1970.
 *
 * A call is one that a world has received, and `met` counts what its clients have met; the counts of deleted worlds are
 * those of world 0. Both are empty after a crash of the database.
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
];
