/** The part of JSON Schema that the OpenAPI description uses. */
type Shape = {
  $ref?: string;
  anyOf?: Shape[];
  type?: string | string[];
  enum?: string[];
  items?: Shape;
  required?: string[];
  properties?: Record<string, Shape>;
  additionalProperties?: Shape | false;
};
type Described = { content?: Record<string, { schema: Shape }>; headers?: Record<string, unknown> };
export type OpenApi = {
  paths: Record<string, Record<string, { responses: Record<string, Described> }>>;
  components: { schemas: Record<string, Shape> };
};

const kindOf = (value: unknown) => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
};

/** @returns the paths of values that violate the schema */
export function findViolations(document: OpenApi, schema: Shape, value: unknown, at = "$"): string[] {
  if (schema.$ref) {
    const named = document.components.schemas[schema.$ref.split("/").at(-1) ?? ""];
    return named ? findViolations(document, named, value, at) : [`${at}: ${schema.$ref} is not described`];
  }
  if (schema.anyOf) {
    const found = schema.anyOf.map((one) => findViolations(document, one, value, at));
    return found.find((wrong) => wrong.length === 0) ?? found.flat();
  }
  const kind = kindOf(value);
  if (schema.type && ![schema.type].flat().includes(kind)) return [`${at} is ${kind}`];
  if (schema.enum && !schema.enum.includes(value as string)) return [`${at} is ${String(value)}`];
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      findViolations(document, schema.items ?? {}, item, `${at}[${index}]`),
    );
  if (kind !== "object") return [];
  const fields = value as Record<string, unknown>;
  const missing = (schema.required ?? []).filter((name) => !(name in fields));
  return [
    ...missing.map((name) => `${at}.${name} is missing`),
    ...Object.entries(fields).flatMap(([name, field]) => {
      const known = schema.properties?.[name] ?? schema.additionalProperties;
      if (known === false) return [`${at}.${name} is not described`];
      return known ? findViolations(document, known, field, `${at}.${name}`) : [];
    }),
  ];
}
