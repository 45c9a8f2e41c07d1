import { data, type LoaderFunctionArgs } from "@remix-run/node";
import type { PendingDeletion } from "~/domain/accounts/ending/delete-account.server";
import type { Member } from "~/domain/member/member";
import { failureOf } from "~/domain/operations/failures.server";
import { retryAfter } from "~/platform/request-context.server";
import {
  requireAdmin,
  requireMember,
  requirePendingDeletion,
  requireSetupCode,
  requireWriter,
} from "./guards.server";
import { FAILURES } from "./outcome";
import { currentMember } from "./session.server";

/** What stands in a page as JSON, and is the same when it is read there: no dates, no bytes, nothing of a class. */
type PageData =
  string | number | boolean | null | undefined | readonly PageData[] | { readonly [name: string]: PageData };
type Answer = PageData | Response | ReturnType<typeof data<PageData>>;

export type Unavailable = { kind: "unavailable"; title: string; message: string };
type Context = { request: Request; url: URL; params: LoaderFunctionArgs["params"] };

const contextOf = ({ request, params }: LoaderFunctionArgs): Context => ({
  request,
  params,
  url: new URL(request.url),
});

/** Turns a passing failure into its page and status; everything else is our own error. */
export async function orUnavailable<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    const { status, title, message } = FAILURES[failure];
    retryAfter(5);
    throw data<Unavailable>(
      { kind: "unavailable", title, message },
      { status, headers: { "Retry-After": "5" } },
    );
  }
}

/** A loader for everyone; `member` is there when someone is signed in. */
export function publicLoader<T extends Answer>(
  args: LoaderFunctionArgs,
  load: (context: Context & { member: Member | null }) => Promise<T>,
): Promise<T> {
  return orUnavailable(async () => load({ ...contextOf(args), member: await currentMember(args.request) }));
}

/** A loader of the signed-in house. */
export function memberLoader<T extends Answer>(
  args: LoaderFunctionArgs,
  load: (context: Context & { member: Member }) => Promise<T>,
): Promise<T> {
  return orUnavailable(async () => load({ ...contextOf(args), member: await requireMember(args.request) }));
}

/** A loader for someone whose account is being deleted. */
export function pendingDeletionLoader<T extends Answer>(
  args: LoaderFunctionArgs,
  load: (context: Context & { pendingDeletion: PendingDeletion }) => Promise<T>,
): Promise<T> {
  return orUnavailable(async () =>
    load({ ...contextOf(args), pendingDeletion: await requirePendingDeletion(args.request) }),
  );
}

/** A loader of the administrators' area. */
export function adminLoader<T extends Answer>(
  args: LoaderFunctionArgs,
  load: (context: Context & { member: Member }) => Promise<T>,
): Promise<T> {
  return orUnavailable(async () => load({ ...contextOf(args), member: await requireAdmin(args.request) }));
}

/** A loader for those who write the ways of this house. */
export function writerLoader<T extends Answer>(
  args: LoaderFunctionArgs,
  load: (context: Context & { member: Member }) => Promise<T>,
): Promise<T> {
  return orUnavailable(async () => load({ ...contextOf(args), member: await requireWriter(args.request) }));
}

/** A loader for the person who holds the code of the start, while there is no administrator. */
export function setUpLoader<T extends Answer>(
  args: LoaderFunctionArgs,
  load: (context: Context) => Promise<T>,
): Promise<T> {
  return orUnavailable(async () => {
    await requireSetupCode(args.request);
    return load(contextOf(args));
  });
}

/** Thrown where a record is not there or not this person's. */
export function notFound(): ReturnType<typeof data<null>> {
  return data(null, { status: 404 });
}
