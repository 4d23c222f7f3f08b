import { Broken } from "../run/verdict-error.ts";

/** Whether something can be made; what else goes wrong is no answer to that. */
export async function isMade(making: Promise<unknown>): Promise<boolean> {
  try {
    await making;
    return true;
  } catch (error) {
    if (error instanceof Broken) return false;
    throw error;
  }
}
