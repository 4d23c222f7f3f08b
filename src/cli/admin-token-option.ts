import type { Command } from "commander";
import { headerSecret, SecretOption } from "./secret-option.ts";

/** Returns the option of commands that ask a sandbox whose worlds only its administrator makes. */
export function adminTokenOption(command: Command): SecretOption {
  const option = SecretOption.of(
    command,
    "--admin-token <token>",
    "of a shared sandbox, whose worlds only its administrator makes",
    headerSecret,
  );
  option.env("SALDO_ADMIN_TOKEN");
  return option;
}
