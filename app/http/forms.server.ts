import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, type ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import type { PendingDeletion } from "~/domain/accounts/ending/delete-account.server";
import type { FormPicture } from "~/domain/journal/pictures/form-pictures";
import type { Member } from "~/domain/member/member";
import { failureOf } from "~/domain/operations/failures.server";
import { JOURNAL_FULL } from "~/domain/operations/journal-quota";
import { JournalFullError } from "~/domain/operations/journal-quota.server";
import { t } from "~/i18n/t";
import { allowMethods, requestContext, retryAfter } from "~/platform/request-context.server";
import { hashToken } from "~/platform/signing.server";
import { actOnce, contentOf } from "./act-once.server";
import { BodyError } from "./body-limits.server";
import { isMultipart, isShort, readFormData, type UploadLimit } from "./body.server";
import { clientSubnet } from "./client-address.server";
import { judgeForm, submissionSecret } from "./form-protection.server";
import { giveBack, typedFields } from "./give-back.server";
import {
  requireAdmin,
  requireMember,
  requirePendingDeletion,
  requireSetupCode,
  requireWriter,
} from "./guards.server";
import { inTurn } from "./in-turn.server";
import { FAILURES, METHOD_NOT_ALLOWED, STALE_POST } from "./outcome";
import { originRefusal } from "./request-origin.server";
import { holdForSignIn } from "./saved-post.server";
import { addUnsent, type StoredFields } from "./sent-fields";
import { UNREADABLE_TEXT, type SentForm } from "./sent-form.server";
import { currentMember } from "./session.server";
import { readStreamedForm, type StreamedForm, type StreamedLimit } from "./streamed-form.server";
import { uploadSlot } from "./upload-slots.server";

/** What a form's action answers when the page is shown again. */
export type FormReply = {
  lastResult: SubmissionResult<string[]>;
  /** A message for the whole form, shown as an alert with a title. */
  notice?: { title: string; text: string; seconds?: number };
  /** The pictures that the form names. */
  pictures?: FormPicture[];
};

type Answer = Response | ReturnType<typeof data<FormReply>>;

/** What an action gets: the checked value, and ways to answer. */
export type FormContext<V> = {
  request: Request;
  params: ActionFunctionArgs["params"];
  value: V;
  form: FormData;
  /**
   * The same for every repeat of this post: a record made from it is made once. For an action that is done `once` other
   * content is another post. Undefined for a form without an id.
   */
  submission: string | undefined;
  /** The file of a form that is kept as it comes, or why it was not. */
  held: StreamedForm["held"];
  /** Shows the page again with messages beside fields or for the whole form, and the typed text kept. */
  refuse: (options: RefuseOptions) => Answer;
};

export type RefuseOptions = {
  status: number;
  fields?: Record<string, string[]>;
  notice?: FormReply["notice"];
  headers?: HeadersInit;
};

/** The result of reading a form's files. */
type Received = {
  /** For every reply that shows the page again. */
  reply: Pick<FormReply, "pictures">;
  /** Shows the page again without acting. */
  status?: number;
  fields?: Record<string, string[]>;
};

type Options<S extends z.ZodType, G = unknown> = {
  schema: S;
  /**
   * For a form that saves: the texts and choices that are stored, so that one which the form did not have stays as it is. Boxes are
   * not among them: one that is not sent is not ticked.
   */
  stored?: (
    form: FormData,
    guarded: G,
    params: ActionFunctionArgs["params"],
  ) => StoredFields | undefined | Promise<StoredFields | undefined>;
  /** Stores the files of a form before its fields are checked, so that a refusal loses none of them. */
  receive?: (form: FormData, guarded: G, submission: string | undefined) => Promise<Received>;
  /** For a form that takes larger files than others; from signed-in people only. */
  upload?: UploadLimit;
  /** For a form whose file is kept as it comes; from signed-in people only. */
  stream?: Omit<StreamedLimit, "hold"> & {
    hold: (member: Member, subnet: string) => ReturnType<StreamedLimit["hold"]>;
  };
  /** Remember the answer, so that the same form with the same content sent twice (in parallel too) acts once. */
  once?: boolean | ((form: FormData) => boolean);
  /** The page whose forms come here as well: the same form posted to both acts once. */
  door?: string;
};

const USE_A_BUTTON = t("Please use one of the buttons on this page.");
const NOT_ACCEPTED = t("The form could not be accepted");

/** Never sent back to a browser. */
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

/** An action for everyone. */
export function publicAction<S extends z.ZodType>(
  args: ActionFunctionArgs,
  options: Options<S>,
  act: (context: FormContext<z.output<S>>) => Promise<Answer>,
): Promise<Answer> {
  return formAction(args, options, async () => undefined, act);
}

/** An action of the signed-in house. */
export function memberAction<S extends z.ZodType>(
  args: ActionFunctionArgs,
  options: Options<S, Member>,
  act: (context: FormContext<z.output<S>> & { member: Member }) => Promise<Answer>,
): Promise<Answer> {
  return formAction(args, options, requireMember, (context, member) => act({ ...context, member }));
}

/** An action for someone whose account is being deleted. */
export function pendingDeletionAction<S extends z.ZodType>(
  args: ActionFunctionArgs,
  options: Options<S>,
  act: (context: FormContext<z.output<S>> & { pendingDeletion: PendingDeletion }) => Promise<Answer>,
): Promise<Answer> {
  return formAction(args, options, requirePendingDeletion, (context, pendingDeletion) =>
    act({ ...context, pendingDeletion }),
  );
}

/** An action for the person who holds the code of the start, while there is no administrator. */
export function setUpAction<S extends z.ZodType>(
  args: ActionFunctionArgs,
  options: Options<S>,
  act: (context: FormContext<z.output<S>>) => Promise<Answer>,
): Promise<Answer> {
  return formAction(args, options, requireSetupCode, act);
}

/** An action of the administrators' area. */
export function adminAction<S extends z.ZodType>(
  args: ActionFunctionArgs,
  options: Options<S, Member>,
  act: (context: FormContext<z.output<S>> & { member: Member }) => Promise<Answer>,
): Promise<Answer> {
  return formAction(args, options, requireAdmin, (context, member) => act({ ...context, member }));
}

/** An action for those who write the ways of this house. */
export function writerAction<S extends z.ZodType>(
  args: ActionFunctionArgs,
  options: Options<S, Member>,
  act: (context: FormContext<z.output<S>> & { member: Member }) => Promise<Answer>,
): Promise<Answer> {
  return formAction(args, options, requireWriter, (context, member) => act({ ...context, member }));
}

/**
 * The only way a form's post is accepted: read within limits, sent from our own pages, by someone who may send it,
 * checked by its schema, and with whatever was typed given back when anything is missing.
 */
async function formAction<S extends z.ZodType, G>(
  args: ActionFunctionArgs,
  options: Options<S, G>,
  guard: (request: Request) => Promise<G>,
  act: (context: FormContext<z.output<S>>, guarded: G) => Promise<Answer>,
): Promise<Answer> {
  const { request } = args;
  if (request.method !== "POST") {
    allowMethods("GET, HEAD, POST");
    throw data(METHOD_NOT_ALLOWED, { status: 405 });
  }
  const { stream } = options;
  const isStreamed =
    stream !== undefined && isMultipart(request) && !originRefusal(request, { mayWithhold: true });
  const owner = isStreamed ? await currentMember(request).catch(() => null) : null;
  const take = () => takeForm(args, options, owner, guard, act);
  if (!owner || !stream) return take();
  requestContext.getStore()?.giveTime?.(stream.bytes);
  try {
    // To its end: the same form sent twice finds the answer of the first.
    return await inTurn(owner.id, take, "stream");
  } catch (error) {
    throw error instanceof BodyError ? await refusalOfBody(request, error) : error;
  }
}

/** `owner`: whose the file is of a form that is kept as it comes. */
async function takeForm<S extends z.ZodType, G>(
  { request, params }: ActionFunctionArgs,
  { schema, stored, receive, once, upload, stream, door }: Options<S, G>,
  owner: Member | null,
  guard: (request: Request) => Promise<G>,
  act: (context: FormContext<z.output<S>>, guarded: G) => Promise<Answer>,
): Promise<Answer> {
  let form: SentForm | undefined;
  let held: StreamedForm["held"];
  const turn = uploadSlot();
  try {
    // Words do not wait for pictures that are still on their way from another device.
    const isLong = upload !== undefined && !isShort(request);
    // While nobody can be looked up the form is read all the same: its words go back to the person who sent it.
    const sender = isLong ? await currentMember(request).catch(() => "unknown" as const) : null;
    const limit = upload && { ...upload, turn: turn.take };
    const read = () => readFormData(request, sender ? limit : undefined);
    if (owner && stream)
      ({ form, held } = await readStreamedForm(request, {
        ...stream,
        hold: () => stream.hold(owner, clientSubnet(request)),
      }));
    else form = await (sender && sender !== "unknown" ? inTurn(sender.id, read) : read());
    const guarded = await admit(request, form, guard);
    const memberId = async () => (await currentMember(request))?.id;
    const name = await submissionSecret(request, form, memberId, door);
    const received = await receive?.(form, guarded, name && hashToken(name));
    const unreadable = form.unreadableFields();
    const isReadable = Object.keys(unreadable).length === 0;
    if (isReadable) addUnsent(form, (await stored?.(form, guarded, params)) ?? {});
    const submission = parseWithZod(form, { schema });
    const replyWith = (reply: FormReply, init: ResponseInit) =>
      data<FormReply>({ ...received?.reply, ...reply }, init);
    const hideFields = [...HIDDEN_FIELDS, ...fileFields(form)];
    const refuse = (options: RefuseOptions): Answer => {
      const headers = new Headers(options.headers);
      const seconds = headers.get("Retry-After");
      if (seconds) retryAfter(Number(seconds));
      const lastResult = submission.reply({ fieldErrors: options.fields ?? {}, hideFields });
      return replyWith({ lastResult, notice: options.notice }, { status: options.status, headers });
    };
    if (submission.status !== "success" || received?.status || !isReadable) {
      const { fields = {}, status = 400 } = received ?? {};
      const fieldErrors = { ...fields, ...unreadable };
      const lastResult = submission.reply({ fieldErrors, hideFields });
      // For what the page does not show beside a field: a button, or a hidden field.
      const text = isReadable ? lastResult.error?.intent && USE_A_BUTTON : UNREADABLE_TEXT;
      const notice = text ? { title: NOT_ACCEPTED, text } : undefined;
      return replyWith({ lastResult, notice }, { status });
    }
    const isOnce = typeof once === "function" ? once(form) : once;
    const content = isOnce ? await contentOf(form) : "";
    const context = {
      request,
      params,
      value: submission.value as z.output<S>,
      form,
      held,
      submission: name && hashToken(content ? `${name}|${content}` : name),
      refuse,
    };
    const actOrSay = () => unlessFull(form, refuse, () => act(context, guarded));
    return isOnce && name ? await actOnce(name, content, actOrSay) : await actOrSay();
  } catch (error) {
    // Who has gone is given nothing back.
    if (request.signal.aborted) throw error;
    if (error instanceof BodyError) throw await refusalOfBody(request, error);
    const failure = failureOf(error);
    if (failure) throw await giveBack(request, form, FAILURES[failure]);
    throw error;
  } finally {
    await turn.over();
    if (typeof held === "object") await held.drop();
  }
}

const refusalOfBody = (request: Request, { status, form, message }: BodyError) =>
  giveBack(request, form, { status, title: NOT_ACCEPTED, message });

/** Where a journal is full, the page is shown again with what was typed, and with a word beside the longest text. */
async function unlessFull(
  form: FormData | undefined,
  refuse: FormContext<unknown>["refuse"],
  act: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof JournalFullError)) throw error;
    const typed = typedFields(form).filter(([name]) => name !== "intent");
    const longest = typed.sort(([, one], [, other]) => other.length - one.length)[0]?.[0];
    const fields = longest && { fields: { [longest]: [JOURNAL_FULL.field] } };
    const { title, text } = JOURNAL_FULL;
    return refuse({ status: 413, notice: { title, text }, ...fields });
  }
}

/**
 * Lets a form in: from our own pages, with this browser's token, by someone who may send it. If they have to sign in first, they find
 * their text again afterwards.
 */
async function admit<G>(
  request: Request,
  form: FormData,
  guard: (request: Request) => Promise<G>,
): Promise<G> {
  const verdict = await judgeForm(request, form);
  const refusal = originRefusal(request, { mayWithhold: verdict !== "foreign" });
  if (refusal) throw await giveBack(request, form, { status: 403, ...refusal });
  let guarded: G;
  try {
    guarded = await guard(request);
  } catch (refusal) {
    if (!(refusal instanceof Response)) throw refusal;
    throw await holdForSignIn(request, form, refusal);
  }
  if (verdict === "stale") throw await giveBack(request, form, { status: 403, ...STALE_POST });
  return guarded;
}
