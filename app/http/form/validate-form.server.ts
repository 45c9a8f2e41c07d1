import { parseWithZod } from "@conform-to/zod/v4";
import { data, type ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { t } from "~/i18n/t";
import { setRetryAfter } from "~/platform/request-context.server";
import type { FormOptions, FormReply, FormResult, ReceivedFiles, RefuseOptions } from "./form-options.server";
import { UNREADABLE_TEXT, type SentForm } from "./multipart-form.server";

/** Texts and choices by field name. */
export type StoredFields = Readonly<Record<string, string | readonly string[]>>;

/** Adds the stored value of each field that was not submitted. */
function fillFromStored(form: FormData, stored: StoredFields): void {
  const missing = Object.entries(stored).filter(([name]) => !form.has(name));
  for (const [name, values] of missing) for (const value of [values].flat()) form.append(name, value);
}

/** Keeps only the submitted fields, so that a field that was not on the page keeps its stored value. */
export function pickSubmitted<V extends Record<string, unknown>>(form: FormData, value: V): Partial<V> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => form.has(name))) as Partial<V>;
}

const USE_A_BUTTON = t("Please use one of the buttons on this page.");
export const NOT_ACCEPTED = t("The form could not be accepted");

/** Fields that are never sent back to a browser. */
const HIDDEN_FIELDS = [
  "password",
  "confirmPassword",
  "currentPassword",
  "code",
  "recoveryCode",
  "_token",
  "_submission",
  "_owner",
];

const fileFields = (form: FormData) =>
  [...form].flatMap(([name, value]) => (typeof value === "string" ? [] : [name]));

/** The validated value of a form, or the reply that shows its page again; `refuse` makes such a reply later. */
type ValidatedForm<V> = { refuse: (options: RefuseOptions) => FormResult } & (
  | { ok: true; value: V }
  | { ok: false; reply: FormResult }
);

/** Validates a form by its schema. `received` is the result of storing its files. */
export async function validateForm<S extends z.ZodType, G>(
  form: SentForm,
  { schema, stored }: Pick<FormOptions<S, G>, "schema" | "stored">,
  guarded: G,
  params: ActionFunctionArgs["params"],
  received: ReceivedFiles | undefined,
): Promise<ValidatedForm<z.output<S>>> {
  const unreadable = form.unreadableFields();
  const isReadable = Object.keys(unreadable).length === 0;
  if (isReadable) fillFromStored(form, (await stored?.(form, guarded, params)) ?? {});
  const submission = parseWithZod(form, { schema });
  const hideFields = [...HIDDEN_FIELDS, ...fileFields(form)];
  const replyTo = (fieldErrors: Record<string, string[]>) => submission.reply({ fieldErrors, hideFields });
  const replyWith = (reply: FormReply, init: ResponseInit) =>
    data<FormReply>({ ...received?.reply, ...reply }, init);
  const refuse = ({ status, fields = {}, notice, headers }: RefuseOptions): FormResult => {
    const seconds = new Headers(headers).get("Retry-After");
    if (seconds) setRetryAfter(Number(seconds));
    return replyWith({ lastResult: replyTo(fields), notice }, { status, headers });
  };
  if (submission.status === "success" && !received?.status && isReadable)
    return { ok: true, value: submission.value as z.output<S>, refuse };
  const lastResult = replyTo({ ...received?.fields, ...unreadable });
  // The page has no field that could show an error of a button or of a hidden field.
  const text = isReadable ? lastResult.error?.intent && USE_A_BUTTON : UNREADABLE_TEXT;
  const notice = text ? { title: NOT_ACCEPTED, text } : undefined;
  return { ok: false, reply: replyWith({ lastResult, notice }, { status: received?.status ?? 400 }), refuse };
}
