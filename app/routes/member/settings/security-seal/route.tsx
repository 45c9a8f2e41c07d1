import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { FormNotice } from "~/components/forms/form-notice";
import { SettingsPage } from "~/components/settings/settings-page";
import { JOURNAL_STAYS } from "~/domain/accounts/ending/new-beginning";
import { dateInWords, localMoment } from "~/domain/calendar/local-day";
import type { SessionOwner } from "~/domain/identity/sessions/session-keys.server";
import { loginLocked, WRONG_PASSWORD } from "~/domain/identity/texts";
import { backupsKept } from "~/domain/sealing/backups-kept.server";
import { moveProgress } from "~/domain/sealing/reencrypt-texts.server";
import { SealSchema } from "~/domain/sealing/schema";
import { isSealingOffered, offerSealing, sealJournal } from "~/domain/sealing/seal-journal.server";
import { keepJournal, renewCodes, unsealJournal } from "~/domain/sealing/sealed-settings.server";
import { SEAL_TEXTS, WRONG_SEAL_CODE } from "~/domain/sealing/texts";
import { clientNetwork } from "~/http/client-address.server";
import type { RefuseOptions } from "~/http/form/form-options.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/loaders.server";
import { startBrowserSession } from "~/http/session.server";
import { isRemembered } from "~/http/sign-in.server";
import { redirectWithToast } from "~/http/toast.server";
import { t } from "~/i18n/t";
import { Sealed } from "./sealed";
import { CodesToKeep, Explanation, SealForm, TypeBackForm } from "./sealing";

export const meta: MetaFunction = () => [{ title: t("The sealed journal · Still and Know") }];

const HERE = addresses.settingsSecuritySeal();

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    const progress = await moveProgress(member);
    const kept = backupsKept(member);
    if (!member.sealed) return { sealed: null, kept, progress, isOffered: await isSealingOffered(member) };
    const { since, codesLeft, byPasskeys } = member.sealed;
    const day = dateInWords(localMoment(since, member.timezone).date);
    return { sealed: { day, codesLeft, byPasskeys }, kept, progress, isOffered: false };
  });

type Refusal = { code: string; seconds?: number };

function refusal({ code, seconds = 0 }: Refusal): RefuseOptions {
  switch (code) {
    case "wrong_password":
      return { status: 401, fields: { currentPassword: [WRONG_PASSWORD] } };
    case "wrong_code":
      return { status: 401, fields: { code: [WRONG_SEAL_CODE] } };
    case "locked":
      return { status: 429, notice: loginLocked(seconds), headers: { "Retry-After": String(seconds) } };
    case "expired":
      return { status: 410, notice: SEAL_TEXTS.expired };
    default:
      return { status: 409, notice: SEAL_TEXTS.changed };
  }
}

/** Codes are shown once and kept nowhere, so a form that shows them is not one whose answer is remembered. */
const isOnce = (form: FormData) => form.get("intent") === "confirm" || form.get("intent") === "unseal";

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: SealSchema, once: isOnce }, async ({ request, member, value, refuse }) => {
    const network = clientNetwork(request);
    switch (value.intent) {
      case "seal":
      case "newcodes": {
        const make = value.intent === "seal" ? offerSealing : renewCodes;
        const result = await make(member, value.currentPassword, network);
        if (!result.ok) return refuse(refusal(result));
        return data({ lastResult: {}, codes: result.codes, areOffered: value.intent === "seal" });
      }
      case "keep":
        await keepJournal(member);
        return redirectWithToast(addresses.dashboard(), JOURNAL_STAYS);
      case "confirm": {
        const result = await sealJournal(member, value.code);
        return result.ok ? freshSession(request, result.user, SEAL_TEXTS.sealed) : refuse(refusal(result));
      }
      case "unseal": {
        const result = await unsealJournal(member, value.currentPassword, network);
        return result.ok ? freshSession(request, result.user, SEAL_TEXTS.unsealed) : refuse(refusal(result));
      }
    }
  });

/** Another key, another session: this browser gets its own at once. */
async function freshSession(
  request: Request,
  user: SessionOwner,
  toast: Parameters<typeof redirectWithToast>[1],
): Promise<Response> {
  const cookie = await startBrowserSession(request, user, await isRemembered(request));
  return redirectWithToast(HERE, toast, { headers: { "Set-Cookie": cookie } });
}

export default function SealPage() {
  const { sealed, kept, progress, isOffered } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const shown = reply && "codes" in reply ? reply : undefined;
  const refused = reply && "codes" in reply ? undefined : reply;
  return (
    <SettingsPage>
      <h2 className="mb-4 text-xl">{sealed ? t("Your journal is sealed") : t("Seal my journal")}</h2>
      {refused?.notice && <FormNotice {...refused.notice} />}
      {shown && <CodesToKeep codes={shown.codes} />}
      {shown?.areOffered && <TypeBackForm reply={undefined} />}
      {!shown && sealed && <Sealed {...sealed} kept={kept} progress={progress} reply={refused} />}
      {!shown && !sealed && (
        <>
          <Explanation kept={kept} />
          {isOffered && <TypeBackForm reply={refused} />}
          <SealForm reply={refused} again={isOffered} isWaiting={progress !== null} />
        </>
      )}
    </SettingsPage>
  );
}
