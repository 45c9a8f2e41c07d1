import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { SettingsPage } from "~/components/settings/settings-page";
import { Banner } from "~/components/ui/banner";
import {
  chooseLegacy,
  createSheetCode,
  LegacySchema,
  SheetSchema,
  sheetTickets,
} from "~/domain/accounts/legacy/choose-legacy.server";
import { currentInstance } from "~/domain/accounts/support/instance.server";
import { NO_LEGACY_MAIL } from "~/domain/accounts/texts";
import { readLegacy } from "~/domain/identity/legacy-use.server";
import { clientNetwork } from "~/http/client-address.server";
import { redirectWithToast } from "~/http/cookies.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { checkReauthentication, keyChangeRefusal } from "~/http/unlock.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";
import { LegacyForm, RecoverySheetSection } from "./parts";

export const meta: MetaFunction = () => [{ title: t("If I am no longer here · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => ({
    sendsMail: currentInstance().sendsMail,
    settings: await readLegacy(member.id),
    isSealed: member.sealed !== null,
  }));

/** `?sheet` makes a new recovery code and leads to its sheet. */
export const action = (args: ActionFunctionArgs) =>
  new URL(args.request.url).searchParams.has("sheet") ? printCode(args) : saveChoice(args);

const saveChoice = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: LegacySchema, once: true }, async ({ request, member, value, refuse }) => {
    if (!currentInstance().sendsMail) return refuse({ status: 409, notice: NO_LEGACY_MAIL });
    const { currentPassword, intent: _, ...settings } = value;
    const refusal = await checkReauthentication(request, member, currentPassword);
    if (refusal) return refuse(refusal);
    if (!(await chooseLegacy(member, settings))) return refuse({ status: 429, notice: TOO_MANY_CHANGES });
    return redirectWithToast(paths.settingsDataLegacy(), SAVED);
  });

const printCode = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: SheetSchema }, async ({ request, member, value, refuse }) => {
    if (!currentInstance().sendsMail) return refuse({ status: 409, notice: NO_LEGACY_MAIL });
    const made = await createSheetCode(member, value.currentPassword, clientNetwork(request));
    if (!made.ok) return refuse(keyChangeRefusal(made));
    const ticket = await sheetTickets.issue(member, { code: made.code });
    return redirect(paths.settingsDataLegacySheet({ ticket }));
  });

const SAVED = {
  title: t("Saved"),
  text: t("You will get an email about it."),
  tone: "success",
} as const;

const TOO_MANY_CHANGES = {
  title: t("Too many changes for today"),
  text: t("Each change sends an email, so there are only a few a day. Please try again tomorrow."),
};

export default function LegacyPage() {
  const { sendsMail, settings, isSealed } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <SettingsPage
      intro={t(
        "Here you can decide what should happen to your journal when you can no longer use it. If you choose nothing, nothing happens.",
      )}
    >
      <div className="grid grid-cols-1 gap-12">
        {sendsMail ? (
          <LegacyForm settings={settings} reply={reply} />
        ) : (
          <Banner title={NO_LEGACY_MAIL.title}>
            <p className="max-w-measure">{NO_LEGACY_MAIL.text}</p>
          </Banner>
        )}
        {isSealed && <RecoverySheetSection sendsMail={sendsMail} reply={reply} />}
        <p className="max-w-measure text-muted">
          <Trans>
            If you are here because life is hard to bear just now, please talk to someone today. This is{" "}
            <Link to={paths.safety()}>where to find help</Link>.
          </Trans>
        </p>
        <p>
          <Link to={paths.settingsData()}>{t("Back to Data")}</Link>
        </p>
      </div>
    </SettingsPage>
  );
}
