import type { SubmissionResult } from "@conform-to/react";
import type { ActionFunctionArgs, data } from "@remix-run/node";
import type { z } from "zod";
import type { FormPicture } from "~/domain/journal/pictures/picture";
import type { Member } from "~/domain/member/member";
import type { StreamingForm, StreamingLimit } from "./upload.server";
import type { StoredFields } from "./validate-form.server";

type Params = ActionFunctionArgs["params"];

/** The action data of a form whose page is shown again. */
export type FormReply = {
  lastResult: SubmissionResult<string[]>;
  /** A message for the whole form, shown as an alert with a title. */
  notice?: { title: string; text: string; seconds?: number };
  /** The pictures whose ids the form contains, so that the page shows them again. */
  pictures?: FormPicture[];
};

export type FormResult = Response | ReturnType<typeof data<FormReply>>;

export type RefuseOptions = {
  status: number;
  fields?: Record<string, string[]>;
  notice?: FormReply["notice"];
  headers?: HeadersInit;
};

/** An authenticated sender: the result of the guard, and the member whose session sent the form. */
export type Sender<G> = { guarded: G; memberId?: number };
/** @throws the response for a sender who may not act */
export type Guard<G> = (request: Request) => Promise<Sender<G>>;

/** The input of an action. */
export type FormContext<V> = {
  request: Request;
  params: Params;
  value: V;
  form: FormData;
  /**
   * The hash of the idempotency key, the same for every repeat of this post; with `once` it includes the content. Undefined
   * without a submission id.
   */
  submission: string | undefined;
  /** The staged file of a streamed form, or the reason why it was refused. */
  upload: StreamingForm["upload"];
  /** Shows the page again with messages and the submitted text. */
  refuse: (options: RefuseOptions) => FormResult;
};

/** The result of storing the files of a form. */
export type ReceivedFiles = {
  /** Data for every reply that shows the page again. */
  reply: Pick<FormReply, "pictures">;
  /** If set, the action does not run: the page is shown again with this status and the errors in `fields`. */
  status?: number;
  fields?: Record<string, string[]>;
};

/** The maximum size of a form with files, and the message for a larger one. */
export type UploadLimit = { bytes: number; tooLarge: string };

export type BodyOptions = {
  /** For files that are read into memory. Only signed-in members get this limit. */
  upload?: UploadLimit;
  /** For a file that is staged while it arrives. Only signed-in members get this limit. */
  stream?: Omit<StreamingLimit, "startUpload"> & {
    startUpload: (member: Member, subnet: string) => ReturnType<StreamingLimit["startUpload"]>;
  };
};

export type FormOptions<S extends z.ZodType, G = unknown> = BodyOptions & {
  schema: S;
  /**
   * The stored texts and choices of a form that edits: a field that was not submitted keeps its stored value. Checkboxes do
   * not belong here, since an unchecked one is not submitted.
   */
  stored?: (
    form: FormData,
    guarded: G,
    params: Params,
  ) => StoredFields | undefined | Promise<StoredFields | undefined>;
  /** Stores the files of a form before its fields are validated, so that an invalid field does not lose them. */
  receive?: (form: FormData, guarded: G, submission: string | undefined) => Promise<ReceivedFiles>;
  /** Stores the response, so that repeated and parallel posts with the same content act once. */
  once?: boolean | ((form: FormData) => boolean);
  /** The path of another page whose forms this action accepts: a form posted to both acts once. */
  pagePath?: string;
};
