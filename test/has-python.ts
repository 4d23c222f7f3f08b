import { spawnSync } from "node:child_process";

/** Whether this machine has a Python, for what shows that other languages get along with Saldo. */
export const hasPython = spawnSync("python3", ["--version"]).status === 0;
