import { getFormProps, useForm } from "@conform-to/react";
import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Field } from "~/components/forms/field";
import { FormNotice, PostForm, replyForIntent, SubmitButton } from "~/components/forms/post-form";
import { SettingsPage } from "~/components/settings/settings-page";
import { Banner } from "~/components/ui/banner";
import { TitledSection } from "~/components/ui/titled-section";
import { JOURNAL_RESET_CANCELLED } from "~/domain/accounts/deletion/deletion";
import { SealSchema } from "~/domain/accounts/schema";
import {
  backupRetention,
  readReencryptionProgress,
  type BackupRetention,
} from "~/domain/accounts/sealing/reencrypt-texts.server";
import {
  cancelPendingReset,
  isSealingOffered,
  offerSealing,
  renewRecoveryCodes,
  sealJournal,
  unsealJournal,
} from "~/domain/accounts/sealing/seal-journal.server";
import { SEAL_TEXTS, WRONG_SEAL_CODE } from "~/domain/accounts/texts";
import { formatDate, localMoment } from "~/domain/calendar/local-day";
import { LOW_RECOVERY_CODES, RECOVERY_CODE_COUNT } from "~/domain/identity/credentials";
import type { SessionOwner } from "~/domain/identity/sessions.server";
import { clientNetwork } from "~/http/client-address.server";
import { redirectWithToast } from "~/http/cookies.server";
import type { FormReply, RefuseOptions } from "~/http/form/form-options.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { startBrowserSession } from "~/http/session.server";
import { isRemembered } from "~/http/sign-in.server";
import { keyChangeRefusal } from "~/http/unlock.server";
import { t, tn } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";
import {
  BackupRetentionNote,
  RecoveryCodeList,
  Explanation,
  SealForm,
  SealIntroduction,
  TypeBackForm,
} from "./sealing";

type Progress = { done: number; total: number } | null;
type SealedProps = {
  day: string;
  codesLeft: number;
  byPasskeys: number;
  kept: BackupRetention;
  progress: Progress;
  reply: FormReply | undefined;
};

export function Sealed({ day, codesLeft, byPasskeys, kept, progress, reply }: SealedProps) {
  return (
    <div className="grid grid-cols-1 gap-12">
      <div className="grid max-w-measure gap-4">
        {progress && <ReencryptionProgress {...progress} />}
        <p>
          <Trans>
            Since {day}, only your password, one of your recovery codes or a passkey that you have allowed to
            opens it. While you are signed in, this server opens your text to show it to you, so this is not
            end-to-end encryption: someone who runs the server and changes the program could read it then too.
          </Trans>
        </p>
        {byPasskeys > 0 && (
          <p>
            {tn(
              "You have let {count} passkey open it too.",
              "You have let {count} passkeys open it too.",
              byPasskeys,
            )}{" "}
            <Link to={paths.settingsSecurityPasskeys()}>{t("Your passkeys")}</Link>
          </p>
        )}
        <p>
          <Trans>
            Backups made since {day} hold your journal sealed. Older ones can still be opened with the
            server’s keys of that time.
          </Trans>{" "}
          <BackupRetentionNote kept={kept} />
        </p>
      </div>
      <CodesForm codesLeft={codesLeft} reply={reply} />
      <UnsealForm reply={reply} />
    </div>
  );
}

function ReencryptionProgress({ done, total }: NonNullable<Progress>) {
  return (
    <Banner title={t("Your entries are being encrypted with your new key")}>
      <p>
        <Trans>
          {done} of {total} are done. This continues while you are signed in, and resumes when you come back;
          you can write and read as always. Until it is done, an older backup together with the server’s keys
          opens the rest. <Link to={paths.settingsSecuritySeal()}>Look again</Link>
        </Trans>
      </p>
    </Banner>
  );
}

function CodesForm({ codesLeft, reply }: { codesLeft: number; reply: FormReply | undefined }) {
  return (
    <TitledSection id="codes-left" title={t("Recovery codes")} titleClass="mb-3 text-lg font-medium">
      <p className="mb-4">
        {t("{codesLeft} of {count} left.", { codesLeft, count: RECOVERY_CODE_COUNT })}{" "}
        {codesLeft <= LOW_RECOVERY_CODES && t("Please make new ones, so that you are never without.")}
      </p>
      <PasswordForm
        intent="newcodes"
        variant="quiet"
        reply={reply}
        hint={t("Eight new codes take the place of all earlier ones.")}
      >
        {t("Make new codes")}
      </PasswordForm>
    </TitledSection>
  );
}

function UnsealForm({ reply }: { reply: FormReply | undefined }) {
  return (
    <TitledSection id="unseal-heading" title={t("Unseal your journal")} titleClass="mb-3 text-lg font-medium">
      <p className="mb-4 max-w-measure">
        {t("Your journal stays encrypted, with a key that the server keeps. You will get an email about it.")}
      </p>
      <PasswordForm intent="unseal" variant="danger" reply={reply}>
        {t("Unseal my journal")}
      </PasswordForm>
    </TitledSection>
  );
}

type PasswordFormProps = {
  intent: "newcodes" | "unseal";
  variant: "quiet" | "danger";
  reply: FormReply | undefined;
  hint?: string;
  children: string;
};

/** Form for the actions that need only the password. */
function PasswordForm({ intent, variant, reply, hint, children }: PasswordFormProps) {
  const lastResult = replyForIntent(reply, intent)?.lastResult;
  const [form, fields] = useForm<{ currentPassword: string }>({ id: intent, lastResult });
  return (
    <PostForm {...getFormProps(form)} noValidate className="grid max-w-md grid-cols-1 gap-5">
      <Field
        meta={fields.currentPassword}
        label={t("Current password")}
        type="password"
        autoComplete="current-password"
        hint={hint}
      />
      <SubmitButton name="intent" value={intent} variant={variant} pendingText={t("One moment…")}>
        {children}
      </SubmitButton>
    </PostForm>
  );
}

export const meta: MetaFunction = () => [{ title: t("The sealed journal · Still and Know") }];

const PAGE = paths.settingsSecuritySeal();

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    const progress = await readReencryptionProgress(member);
    const kept = backupRetention(member);
    if (!member.sealed) return { sealed: null, kept, progress, isOffered: await isSealingOffered(member) };
    const { since, codesLeft, byPasskeys } = member.sealed;
    const day = formatDate(localMoment(since, member.timezone).date);
    return { sealed: { day, codesLeft, byPasskeys }, kept, progress, isOffered: false };
  });

type SealFailure = { code: string; seconds?: number };

function refusal(failure: SealFailure): RefuseOptions {
  switch (failure.code) {
    case "wrong_code":
      return { status: 401, fields: { code: [WRONG_SEAL_CODE] } };
    case "expired":
      return { status: 410, notice: SEAL_TEXTS.expired };
    default:
      return keyChangeRefusal(failure);
  }
}

/** Idempotent intents. The others show recovery codes, so their responses must not be stored. */
const isIdempotent = (form: FormData) => form.get("intent") === "confirm" || form.get("intent") === "unseal";

export const action = (args: ActionFunctionArgs) =>
  memberAction(
    args,
    { schema: SealSchema, once: isIdempotent },
    async ({ request, member, value, refuse }) => {
      const network = clientNetwork(request);
      switch (value.intent) {
        case "seal":
        case "newcodes": {
          const makeCodes = value.intent === "seal" ? offerSealing : renewRecoveryCodes;
          const result = await makeCodes(member, value.currentPassword, network);
          if (!result.ok) return refuse(refusal(result));
          return data({ lastResult: {}, codes: result.codes, areOffered: value.intent === "seal" });
        }
        case "keep":
          await cancelPendingReset(member);
          return redirectWithToast(paths.dashboard(), JOURNAL_RESET_CANCELLED);
        case "confirm": {
          const result = await sealJournal(member, value.code);
          return result.ok
            ? restartSession(request, result.user, SEAL_TEXTS.sealed)
            : refuse(refusal(result));
        }
        case "unseal": {
          const result = await unsealJournal(member, value.currentPassword, network);
          return result.ok
            ? restartSession(request, result.user, SEAL_TEXTS.unsealed)
            : refuse(refusal(result));
        }
      }
    },
  );

/** The new key ends every session; this browser receives a new one. */
async function restartSession(
  request: Request,
  user: SessionOwner,
  toast: Parameters<typeof redirectWithToast>[1],
): Promise<Response> {
  const cookie = await startBrowserSession(request, user, await isRemembered(request));
  return redirectWithToast(PAGE, toast, { headers: { "Set-Cookie": cookie } });
}

export default function SealPage() {
  const { sealed, kept, progress, isOffered } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const codesReply = reply && "codes" in reply ? reply : undefined;
  const formReply = reply && "codes" in reply ? undefined : reply;
  return (
    <SettingsPage title={sealed ? t("Your journal is sealed") : t("Seal my journal")}>
      {formReply?.notice && <FormNotice {...formReply.notice} />}
      {codesReply && <RecoveryCodeList codes={codesReply.codes} />}
      {codesReply?.areOffered && <TypeBackForm reply={undefined} />}
      {!codesReply && sealed && <Sealed {...sealed} kept={kept} progress={progress} reply={formReply} />}
      {!codesReply && !sealed && (
        <>
          <SealIntroduction />
          {isOffered && <TypeBackForm reply={formReply} />}
          <SealForm reply={formReply} again={isOffered} isWaiting={progress !== null} />
          <Explanation retention={kept} />
        </>
      )}
    </SettingsPage>
  );
}
