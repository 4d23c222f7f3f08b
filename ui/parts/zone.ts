/** Returns how far the clocks of a zone are ahead of UTC at an instant. */
export function offsetMs(ms: number, timeZone: string): number {
  const format = formatOf(timeZone);
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  const { year, month, day, hour, minute, second } = parts;
  const shown = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return shown - Math.floor(ms / 1_000) * 1_000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes a millisecond, so each is made once. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
  formats.set(timeZone, made);
  return made;
}

/** The cities of Brazil whose zones have names without accents, as every zone does. */
const ACCENTED: Readonly<Record<string, string>> = {
  "Sao Paulo": "São Paulo",
  Araguaina: "Araguaína",
  Belem: "Belém",
  Cuiaba: "Cuiabá",
  Eirunepe: "Eirunepé",
  Maceio: "Maceió",
  Santarem: "Santarém",
};

/** Returns the city of a zone as people write it: `São Paulo` for `America/Sao_Paulo`. */
export function cityOf(timeZone: string): string {
  const city = timeZone.slice(timeZone.lastIndexOf("/") + 1).replaceAll("_", " ");
  return ACCENTED[city] ?? city;
}
