import fc from "fast-check";

/** What somebody, or something, may do to a document. The places are drawn as numbers, for documents of any size. */
export type AnyEdit =
  | { readonly do: "delete" | "double" | "swap"; readonly place: number }
  | { readonly do: "replace" | "insert"; readonly place: number; readonly value: unknown }
  | { readonly do: "nudge"; readonly place: number; readonly by: number }
  /** Takes the value that a field of the same name has somewhere else. */
  | { readonly do: "borrow"; readonly place: number; readonly from: number };

const hostile = fc.constantFrom<unknown>(
  ...[null, true, false, "", "NaN", "Infinity", "-0", "1e999", "null", "[object Object]", "__proto__", "\u0000\ud800"],
  ...[
    0,
    -0,
    1,
    -1,
    0.5,
    1e21,
    253_402_300_799_999,
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
    4_503_599_627_370_495,
  ],
  ...[[], {}, [[]], { length: 3 }, { toString: null }, JSON.parse('{"__proto__":{"length":1}}')],
  ...["PT0S", "P36525D", "P1M", "PENDING", "PAID", "CREATED", "APPROVED", "CONFIRMED", "AUTHORIZED", "CANCELLED"],
  ...["com_000000000000000000000000", "chg_000000000000000000000000", "x".repeat(100_000)],
);
const place = fc.nat();

export const anyEdit: fc.Arbitrary<AnyEdit> = fc.oneof(
  fc.record({ do: fc.constantFrom("delete" as const, "double" as const, "swap" as const), place }),
  fc.record({ do: fc.constantFrom("replace" as const, "insert" as const), place, value: hostile }),
  fc.record({ do: fc.constant("nudge" as const), place, by: fc.constantFrom(1, -1, 1_000, -1_000, 86_400_000) }),
  fc.record({ do: fc.constant("borrow" as const), place, from: fc.nat() }),
);

interface Place {
  readonly container: object;
  readonly key: string;
}

/** Changes a document in place. */
export function mangle(document: object, { place, ...edit }: AnyEdit): void {
  const places = placesIn(document);
  const found = at(places, place);
  if (found === undefined) return;
  const { container, key } = found;
  const value: unknown = Reflect.get(container, key);
  switch (edit.do) {
    case "delete":
      if (Array.isArray(container)) container.splice(Number(key), 1);
      else Reflect.deleteProperty(container, key);
      return;
    case "double":
      if (Array.isArray(container)) container.splice(Number(key), 0, structuredClone(value));
      return;
    case "swap":
      if (Array.isArray(container)) container.reverse();
      return;
    case "replace":
      set(found, edit.value);
      return;
    case "insert":
      if (Array.isArray(container)) container.splice(Number(key), 0, edit.value);
      else set({ container, key: typeof edit.value === "string" ? edit.value : `${key}x` }, edit.value);
      return;
    case "nudge":
      if (typeof value === "number") set(found, value + edit.by);
      return;
    case "borrow": {
      const lender = at(
        places.filter((other) => other.key === key),
        edit.from,
      );
      if (lender !== undefined) set(found, structuredClone(Reflect.get(lender.container, lender.key)));
    }
  }
}

/** As a parser would: also where the name is `__proto__`. */
function set({ container, key }: Place, value: unknown): void {
  Object.defineProperty(container, key, { value, configurable: true, enumerable: true, writable: true });
}

function at(places: readonly Place[], index: number): Place | undefined {
  return places[index % places.length];
}

function placesIn(value: unknown, found: Place[] = []): Place[] {
  if (typeof value !== "object" || value === null) return found;
  for (const key of Object.keys(value)) {
    found.push({ container: value, key });
    placesIn(Reflect.get(value, key), found);
  }
  return found;
}
