import { data, type LoaderFunctionArgs } from "@remix-run/node";
import type { PendingDeletion } from "~/domain/identity/session-lock.server";
import type { Member } from "~/domain/member/member";
import { failureOf } from "~/domain/operations/failures.server";
import { retryAfter } from "~/platform/request-context.server";
import { FAILURE_RESPONSES } from "./failure-responses";
import { requireAdmin, requireMember, requirePendingDeletion, requireWayAuthor } from "./guards.server";
import { withHeaders } from "./response-headers.server";
import { currentMember } from "./session.server";

/** What stands in a page as JSON, and is the same when it is read there: no dates, no bytes, nothing of a class. */
type PageData =
  string | number | boolean | null | undefined | readonly PageData[] | { readonly [name: string]: PageData };
export type LoaderAnswer = PageData | Response | ReturnType<typeof data<PageData>>;

export type Unavailable = { kind: "unavailable"; title: string; message: string };
export type LoaderContext = { request: Request; url: URL; params: LoaderFunctionArgs["params"] };

export const loaderContext = ({ request, params }: LoaderFunctionArgs): LoaderContext => ({
  request,
  params,
  url: new URL(request.url),
});

/** Turns a passing failure into its page and status; everything else is our own error. */
export function orUnavailable<T>(load: () => Promise<T>): Promise<T> {
  return withHeaders(async () => {
    try {
      return await load();
    } catch (error) {
      const failure = failureOf(error);
      if (!failure) throw error;
      const { status, title, message } = FAILURE_RESPONSES[failure];
      retryAfter(5);
      throw data<Unavailable>(
        { kind: "unavailable", title, message },
        { status, headers: { "Retry-After": "5" } },
      );
    }
  });
}

/** A loader for everyone; `member` is there when someone is signed in. */
export function publicLoader<T extends LoaderAnswer>(
  args: LoaderFunctionArgs,
  load: (context: LoaderContext & { member: Member | null }) => Promise<T>,
): Promise<T> {
  return orUnavailable(async () =>
    load({ ...loaderContext(args), member: await currentMember(args.request) }),
  );
}

/** A loader of the signed-in house. */
export function memberLoader<T extends LoaderAnswer>(
  args: LoaderFunctionArgs,
  load: (context: LoaderContext & { member: Member }) => Promise<T>,
): Promise<T> {
  return orUnavailable(async () =>
    load({ ...loaderContext(args), member: await requireMember(args.request) }),
  );
}

/** A loader for someone whose account is being deleted. */
export function pendingDeletionLoader<T extends LoaderAnswer>(
  args: LoaderFunctionArgs,
  load: (context: LoaderContext & { pendingDeletion: PendingDeletion }) => Promise<T>,
): Promise<T> {
  return orUnavailable(async () =>
    load({ ...loaderContext(args), pendingDeletion: await requirePendingDeletion(args.request) }),
  );
}

/** A loader of the administrators' area. */
export function adminLoader<T extends LoaderAnswer>(
  args: LoaderFunctionArgs,
  load: (context: LoaderContext & { member: Member }) => Promise<T>,
): Promise<T> {
  return orUnavailable(async () =>
    load({ ...loaderContext(args), member: await requireAdmin(args.request) }),
  );
}

/** A loader for those who write the ways of this house. */
export function writerLoader<T extends LoaderAnswer>(
  args: LoaderFunctionArgs,
  load: (context: LoaderContext & { member: Member }) => Promise<T>,
): Promise<T> {
  return orUnavailable(async () =>
    load({ ...loaderContext(args), member: await requireWayAuthor(args.request) }),
  );
}

/** Thrown where a record is not there or not this person's. */
export function notFound(): ReturnType<typeof data<null>> {
  return data(null, { status: 404 });
}
