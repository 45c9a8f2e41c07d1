import type { LoaderFunctionArgs } from "@remix-run/node";
import type { DeviceKeyResponse } from "~/domain/journal/offline-page";
import { deviceKey } from "~/domain/member/member-keys.server";
import { formOwnerToken } from "~/domain/operations/form-submissions.server";
import { jsonOk } from "~/http/api.server";
import { memberLoader } from "~/http/guards.server";

/**
 * Device key for the service worker of an unlocked session. Not part of /offline/today, whose response older workers
 * store unencrypted.
 */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    const { id, lockAfter } = member;
    return jsonOk({
      owner: formOwnerToken(id),
      lockAfter,
      key: deviceKey(member),
    } satisfies DeviceKeyResponse);
  });
