import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const repository = new URL("../..", import.meta.url).pathname;

/** Returns the id of a commit that the repository has. Throws when there is none of this name. */
export function commitOf(name: string): string {
  try {
    return git("rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`);
  } catch {
    throw new Error(`--against ${name}: this repository has no such commit; give a hash, a branch or a tag`);
  }
}

/** The built program of another commit, in a folder that is gone when this process ends, however it ends. */
export class Checkout implements Disposable {
  readonly root: string;

  private constructor(root: string) {
    this.root = root;
  }

  static make(commit: string): Checkout {
    const checkout = new Checkout(join(mkdtempSync(join(tmpdir(), "saldo-against-")), "saldo"));
    process.once("exit", () => checkout[Symbol.dispose]());
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
    git("worktree", "add", "--quiet", "--detach", checkout.root, commit);
    const run = (...args: readonly string[]) => execFileSync("npm", args, { cwd: checkout.root, stdio: "pipe" });
    const [here, there] = [repository, checkout.root].map((root) =>
      readFileSync(join(root, "package-lock.json"), "utf8"),
    );
    if (here === there) symlinkSync(join(repository, "node_modules"), join(checkout.root, "node_modules"));
    else run("ci", "--ignore-scripts", "--no-audit", "--no-fund");
    run("run", "build");
    return checkout;
  }

  [Symbol.dispose](): void {
    rmSync(join(this.root, ".."), { recursive: true, force: true });
    git("worktree", "prune");
  }
}

function git(...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: repository, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}
