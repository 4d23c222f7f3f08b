import type { Texts } from "./texts.ts";

/** Os textos da página em português. */
export const pt: Texts = {
  screens: {
    time: "Tempo",
    withdrawals: "Saques",
    charges: "Cobranças",
    webhooks: "Webhooks",
    mailbox: "E-mails",
    calls: "Chamadas",
    faults: "Falhas",
    worlds: "Mundos",
  },
  shell: {
    navigation: "Telas",
    skip: "Ir para o conteúdo",
    reference: "Referência da API",
    theme: "Tema",
    system: "Sistema",
    light: "Claro",
    dark: "Escuro",
    language: "Idioma",
    dismiss: "Fechar",
    failed: "Não funcionou",
    loading: "Lendo…",
    unread: "Não foi possível ler",
    notYet: "Esta tela ainda não existe.",
  },
  connection: {
    connecting: "Conectando",
    live: "Ao vivo",
    paused: "Em pausa",
    lost: "Sem conexão; tentando de novo",
  },
  clock: {
    label: "Relógio do mundo",
    frozen: "Parado",
    running: "Andando",
    rate: (rate) => `${rate} vezes mais rápido`,
    run: "Deixar andar",
    freeze: "Parar",
    next: "Próximo vencimento",
    nothing: "Nada a vencer",
  },
  money: {
    available: "Disponível",
    reserved: "Reservado",
    underWay: "Em andamento",
  },
  session: {
    title: "Qual mundo?",
    explain: "Informe a chave de API de uma empresa. Ao iniciar, o Saldo mostra um link com a chave.",
    key: "Chave de API",
    enter: "Abrir",
    leave: "Outra chave",
    company: "Empresa",
  },
  copy: {
    open: "Copiar como código",
    copy: "Copiar",
    copied: "Copiado",
  },
  keys: {
    space: "Espaço",
  },
};
