import type { LoaderFunctionArgs } from "@remix-run/node";
import { offlineIntentions } from "~/domain/journal/prayers/list-intentions.server";
import { offlinePage } from "~/domain/journal/reflection/flow.server";
import { jsonOk } from "~/http/api.server";
import { issueCsrfFields } from "~/http/form/csrf.server";
import { memberLoader } from "~/http/guards.server";

/** For the service worker: today's questions, passage and few, whose they are, and a token to send what was written. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ request, member }) => {
    const [page, intentions, { protection }] = await Promise.all([
      offlinePage(member),
      offlineIntentions(member),
      issueCsrfFields(request, member.id),
    ]);
    const { lockAfter } = member;
    // Offline nobody asks for the password, so the names of those who are held in prayer do not stay on a device that locks.
    const held = lockAfter === null ? intentions.held : [];
    return jsonOk({ ...page, ...intentions, held, lockAfter, token: protection.token });
  });
