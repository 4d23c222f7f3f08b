/** What stands below the list of commands in `saldo --help`. */
export const overview = `
saldo <command> --help shows the flags of a command, with examples.

Examples:
  saldo start                                              a sandbox at http://127.0.0.1:4400, with a world in ./data
  curl http://127.0.0.1:4400/account-balance -H 'X-API-KEY: sandbox-key'
                                                           its balance
  saldo contract --in-process                              what it does, clause by clause`;
