import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { routeId } from "./route-table";

/** The forms of the application: every route with an action, with the fields of its schemas. */
export type TestedForm = {
  id: string;
  action: (args: ActionFunctionArgs) => unknown;
  /** Valid values, derived from the names and types of the fields. */
  fields: Record<string, string>;
};

type Fields = Record<string, z.core.$ZodType>;

const routes = import.meta.glob<{ action?: TestedForm["action"] }>("/app/routes/**/*.{ts,tsx}", {
  eager: true,
});
const sources = import.meta.glob<string>("/app/routes/**/*.{ts,tsx}", {
  eager: true,
  query: "?raw",
  import: "default",
});
const schemas = new Map(
  Object.values(
    import.meta.glob<Record<string, unknown>>(
      ["/app/domain/**/*.ts", "!/app/domain/**/*.test.ts", "!/app/domain/**/*-worker.server.ts"],
      {
        eager: true,
      },
    ),
  )
    .flatMap((module) => Object.entries(module))
    .filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType),
);

/** The schemas that a route or the file of its action names. */
function schemasOf(file: string): z.core.$ZodType[] {
  const folder = file.slice(0, file.lastIndexOf("/"));
  const own = sources[file] ?? "";
  const beside = [...own.matchAll(/from "\.\/([\w/-]+-actions\.server)"/g)].map(
    ([, name]) => `${folder}/${name}.ts`,
  );
  const source = own + beside.map((name) => sources[name]).join("");
  const names = [...source.matchAll(/\bschema: (\w+)/g)].map(([, name = ""]) => name);
  return names.flatMap((name) => schemas.get(name) ?? []);
}

/** The fields of each variant of a form's schema. */
function variantsOf(type: z.core.$ZodType): Fields[] {
  const { def } = (type as z.core.$ZodTypes)._zod;
  if (def.type === "object") return [def.shape];
  if (def.type === "union") return def.options.flatMap(variantsOf);
  if (def.type === "pipe") return variantsOf(def.in);
  return [];
}

/** Valid values of fields whose type does not determine them. */
const VALUES: Record<string, string> = {
  email: "someone@example.test",
  timezone: "Europe/London",
  morningPromptTime: "07:00",
  eveningPromptTime: "21:00",
  from: "2026-11-01",
  to: "2026-11-20",
  forDate: "2026-11-20",
  weekStart: "2026-11-09",
  until: "2026-12-24",
  day: "3 March",
  reference: "John 15",
  replacement: "John 16",
  prayerId: "AAAAAAAAAAAAAAAAAAAAAA",
};
const TEXT = "Words written here";

function valueFor(name: string, type: z.core.$ZodType): string | undefined {
  const { def } = (type as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "enum":
      return String(Object.values(def.entries)[0]);
    case "literal":
      return String(def.values[0]);
    case "union":
      return valueFor(name, def.options[0] as z.core.$ZodType);
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "catch":
      return valueFor(name, def.innerType);
    case "pipe":
      return valueFor(name, def.in);
    case "array":
      return valueFor(name, def.element);
    case "number":
      return "1";
    case "boolean":
      return "on";
    case "custom":
      return undefined;
    default:
      return VALUES[name] ?? TEXT;
  }
}

const filledIn = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, type]) => {
      const value = valueFor(name, type);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** The values of an enum, with or without a default; `[undefined]` for other types. */
function entriesOf(type: z.core.$ZodType): (string | undefined)[] {
  const { def } = (type as z.core.$ZodTypes)._zod;
  if (def.type === "enum") return Object.values(def.entries).map(String);
  return "innerType" in def ? entriesOf(def.innerType) : [undefined];
}

/** One variant for each button of a schema. */
function byIntent(fields: Fields): Record<string, string>[] {
  const intents = fields.intent ? entriesOf(fields.intent) : [undefined];
  const filled = filledIn(fields);
  return intents.map((intent) => (intent === undefined ? filled : { ...filled, intent: String(intent) }));
}

export const FORMS: TestedForm[] = Object.entries(routes).flatMap(([file, { action }]) => {
  const id = routeId(file);
  if (!id || !action) return [];
  return schemasOf(file)
    .flatMap(variantsOf)
    .flatMap(byIntent)
    .map((fields) => ({ id, action, fields }));
});
