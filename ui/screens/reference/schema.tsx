import { text } from "../../text/text.ts";
import { isJson, type Json, listIn, objectIn, textIn } from "./json.ts";

/** The fields of a schema with their types, and what of them is assumed. */
export function Schema({ schema }: { readonly schema: Json }) {
  const properties = Object.entries(objectIn(schema, "properties"));
  const required = listIn(schema, "required");
  const items = schema.items;
  const variants = listIn(schema, "variants").filter(isJson);
  return (
    <>
      {properties.length > 0 && (
        <ul class="schema">
          {properties.map(([name, property]) =>
            isJson(property) ? (
              <li key={name}>
                <code>{name}</code> <span class="quiet">{typeOf(property)}</span>{" "}
                {!required.includes(name) && <span class="quiet">{text.value.reference.optional}</span>}
                <Assumed reason={textIn(property, "x-assumed")} /> {textIn(property, "description")}
                <Schema schema={property} />
              </li>
            ) : null,
          )}
        </ul>
      )}
      {isJson(items) && <Schema schema={items} />}
      {variants.map((variant, i) => (
        <div key={String(i)} class="variant">
          <span class="quiet">{text.value.reference.oneOf}</span> {textIn(variant, "description")}
          <Schema schema={variant} />
        </div>
      ))}
    </>
  );
}

/** Says that the platform's documentation does not show it, and why Saldo does it so. */
export function Assumed({ reason }: { readonly reason: string }) {
  if (reason === "") return null;
  return (
    <span class="chip" title={reason}>
      {text.value.reference.assumed}
    </span>
  );
}

function typeOf(schema: Json): string {
  const { type, format, items } = schema;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const values = listIn(schema, "enum");
  if (values.length > 0) return values.map((value) => String(value)).join(" | ");
  const name = Array.isArray(type) ? type.join(" | ") : String(type ?? "");
  if (isJson(items)) return `${name} of ${typeOf(items)}`;
  return typeof format === "string" ? `${name}, ${format}` : name;
}
