import type { LoaderFunctionArgs } from "@remix-run/node";
import { offlineDesk } from "~/domain/journal/reflection/offline-desk.server";
import { ok } from "~/http/api.server";
import { protectForms } from "~/http/form-protection.server";
import { memberLoader } from "~/http/loaders.server";

/** For the service worker: today's questions and passage, whose they are, and a token to send what was written. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ request, member }) => {
    const [desk, { protection }] = await Promise.all([offlineDesk(member), protectForms(request, member.id)]);
    return ok({ ...desk, token: protection.token });
  });
