import type { LoaderFunctionArgs } from "@remix-run/node";
import { offlineIntentions } from "~/domain/journal/prayers/list-intentions.server";
import { offlinePage } from "~/domain/journal/reflection/flow.server";
import { jsonOk } from "~/http/api.server";
import { issueCsrfFields } from "~/http/form/csrf.server";
import { memberLoader } from "~/http/guards.server";

/** Data of today for the service worker, with its owner and a CSRF token for queued forms. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ request, member }) => {
    const [page, intentions, { protection }] = await Promise.all([
      offlinePage(member),
      offlineIntentions(member),
      issueCsrfFields(request, member.id),
    ]);
    const { lockAfter } = member;
    // The offline page asks for no password, so names are not cached on a device with an idle lock.
    const names = lockAfter === null ? intentions.held : [];
    return jsonOk({ ...page, ...intentions, held: names, lockAfter, token: protection.token });
  });
