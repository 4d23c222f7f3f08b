/** Why a company refuses a request: what it says of it, in English and in Portuguese. */
export const refusals = {
  malformed: ["The request is malformed", "Requisição inválida"],
  missing: ["The request is incomplete", "Campos obrigatórios ausentes"],
  unknown: ["Unknown fields", "Campos desconhecidos"],
  limit: ["There are too many webhooks", "Limite de webhooks atingido"],
  belowFloor: ["The value is below the minimum", "Valor abaixo do mínimo permitido"],
  noFunds: ["The balance is not sufficient", "Saldo insuficiente"],
  conflict: ["Another withdrawal is in progress", "Já existe um saque em andamento"],
  wrongCode: ["The code is not correct", "Código incorreto"],
  expired: ["The code has expired", "Código expirado"],
  blocked: ["Too many wrong codes", "Muitas tentativas: solicite um novo código"],
  tooEarly: ["The current code is still valid", "O código atual ainda é válido"],
  notOpen: ["The withdrawal is not waiting for a code", "O saque não aguarda confirmação"],
  unknownId: ["Not found", "Não encontrado"],
  badUrl: ["This URL is not allowed", "URL não permitida"],
  webhookChange: ["Use the dashboard for this", "Operação disponível apenas no painel"],
  key: ["The API key is not valid", "Chave de API inválida"],
  path: ["No such path", "Rota desconhecida"],
  method: ["This method is not allowed", "Método não permitido"],
  mediaType: ["Send application/json", "Envie application/json"],
  rate: ["Too many requests", "Muitas requisições"],
} as const satisfies Record<string, readonly [string, string]>;

export type Refusal = keyof typeof refusals;

/** What the document names, which is the same in every company. */
const documented = new Set(["withdrawId", "status", "endToEndId", "chargeId", "data", "message"]);

const portuguese = new Map(
  (
    "active ativo, amount quantia, at em, attempts tentativas, available disponivel, code codigo, createdAt criadoEm, " +
    "cursor proximo, deliveryId entregaId, duration duracao, event evento, expiresAt expiraEm, fee tarifa, floor piso, " +
    "hasMore temMais, httpStatus statusHttp, items itens, minimum minimo, name nome, net liquido, number numero, " +
    "page pagina, pages paginas, records registros, result resultado, total quantidade, type tipo, withdrawals saques"
  )
    .split(", ")
    .map((pair) => pair.split(" "))
    .map(([english = "", own = ""]) => [english, own]),
);

/** Spells a name that the document does not show; names of events are names everywhere. */
export function spelled(name: string, style: string): string {
  if (documented.has(name) || name.includes(".") || style === "camel") return name;
  const own = style.startsWith("Portuguese") ? (portuguese.get(name) ?? name) : name;
  if (style === "Pascal") return (own[0] ?? "").toUpperCase() + own.slice(1);
  return style.endsWith("snake") ? own.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : own;
}
