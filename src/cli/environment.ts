/** The variables that Saldo reads, and the database's client with it. Only these are changed and checked. */
const OWN = /^(?:SALDO_.*|HOST|PORT|PG[A-Z]+)$/s;

/**
 * Removes blank variables from the environment of this process, so that they are unset for whatever reads it later, also
 * in a process that this one starts: Compose and CI pass an empty text for what is not set. To Node's `listen`, an empty
 * host would mean every interface.
 */
export function forgetBlankVariables(environment: NodeJS.ProcessEnv): void {
  for (const [name, value] of ownVariables(environment)) if (value.trim() === "") delete environment[name];
}

/** Returns the variables of an environment that Saldo reads. */
export function ownVariables(environment: NodeJS.ProcessEnv): readonly (readonly [name: string, value: string])[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && OWN.test(name) ? [[name, value] as const] : [],
  );
}
