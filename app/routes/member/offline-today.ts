import type { LoaderFunctionArgs } from "@remix-run/node";
import { offlinePage } from "~/domain/journal/reflection/offline-page.server";
import { offlineIntentions } from "~/domain/prayers/offline.server";
import { ok } from "~/http/api.server";
import { issueCsrfFields } from "~/http/form/csrf.server";
import { memberLoader } from "~/http/loaders.server";

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
    return ok({ ...page, ...intentions, held, lockAfter, token: protection.token });
  });
