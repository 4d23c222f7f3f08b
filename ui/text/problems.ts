import type { Table } from "./said.ts";

/** Why something was refused, by the codes of the server; with facts of the answer by their names. */
export const problems = {
  problems: {
    WITHDRAWAL_ALREADY_OPEN: [
      "Another withdrawal is still open. Confirm or cancel it first: a company has one at a time.",
      "Outro saque ainda está aberto. Confirme-o ou cancele-o antes: cada empresa tem um por vez.",
    ],
    WITHDRAWAL_BELOW_MINIMUM: [
      "{value} is less than the smallest withdrawal: {realMinimum}, with the fee of {fee}.",
      "{value} é menos que o menor saque: {realMinimum}, com a tarifa de {fee}.",
    ],
    INSUFFICIENT_BALANCE: ["{value} is more than the {balance} available.", "{value} passa do disponível: {balance}."],
    WITHDRAWAL_NOT_AWAITING_OTP: ["This withdrawal waits for no code.", "Este saque não aguarda código."],
    WITHDRAWAL_NOT_CANCELLABLE: ["Only what awaits its code can be cancelled.", "Só se cancela o que aguarda código."],
    STATE_CONFLICT: ["Its present state does not allow this.", "O estado atual não permite isto."],
    UNKNOWN: [
      "This is not there. A rewind may have undone it.",
      "Isto não existe. Uma volta no tempo pode tê-lo desfeito.",
    ],
    OTP_BLOCKED: [
      "Five wrong codes have blocked this withdrawal. Once the code has expired, send a new one.",
      "Cinco códigos errados bloquearam este saque. Quando o código expirar, envie um novo.",
    ],
    OTP_EXPIRED: [
      "The code expired at {otpExpiresAt}. Send a new one.",
      "O código expirou em {otpExpiresAt}. Envie um novo.",
    ],
    OTP_INCORRECT: [
      "Wrong code. Attempts left: {attemptsLeft}.",
      "Código errado. Tentativas restantes: {attemptsLeft}.",
    ],
    OTP_STILL_VALID: [
      "The present code is valid until {otpExpiresAt}. A new one can be sent after that.",
      "O código atual vale até {otpExpiresAt}. Só depois se envia um novo.",
    ],
    CHARGE_ALREADY_REVERSED: ["It was refunded or charged back already.", "Ela já foi estornada ou contestada."],
    WEBHOOK_INACTIVE: ["The webhook is off. Reactivate it first.", "O webhook está desativado. Reative-o antes."],
    WEBHOOK_URL_NOT_ALLOWED: [
      "Webhook URLs must be public, with https. For a receiver on this machine, keep a public URL and add a route for its host.",
      "URLs de webhook devem ser públicas, com https. Para um receptor nesta máquina, use uma URL pública e crie uma rota para o host.",
    ],
    FAULTS_FULL: ["At most {limit} faults: remove one first.", "No máximo {limit} falhas: remova uma antes."],
    ADVANCE_INTO_PAST: [
      "The clock only goes forward. To go back, click a position of the history.",
      "O relógio só anda para a frente. Para voltar, clique em uma posição do histórico.",
    ],
    CLOCK_BUSY: ["The clock is moving. Try again when it stops.", "O relógio está andando. Tente depois."],
    MEMORY_FULL: [
      "The memory of the server is almost full. Delete worlds, or give it more.",
      "A memória do servidor está quase cheia. Exclua mundos ou dê mais memória a ele.",
    ],
    ADMIN_REQUIRED: ["This needs the admin token of the server.", "Isto exige o token de administrador do servidor."],
  },
} as const satisfies Table;
