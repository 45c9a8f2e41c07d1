import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Link,
  Outlet,
  useFetcher,
  useLoaderData,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { useEffect, useState, type ComponentType } from "react";
import { cachedFrame, usePageCacheClearing } from "~/browser/page-cache";
import { useReminders } from "~/browser/use-reminders";
import { useServiceWorker } from "~/browser/use-service-worker";
import { whenInputIdle } from "~/browser/when-input-idle";
import { JournalResetBanner } from "~/components/accounts/journal-reset-banner";
import { LockWatch } from "~/components/accounts/lock-watch";
import { MISSING_PAGE, MissingPageLinks, RouteError } from "~/components/feedback/full-page";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { AppShell } from "~/components/layout/app-shell";
import { useInstance } from "~/components/layout/use-instance";
import type { GuideDialog } from "~/components/onboarding/guide-dialog";
import { Banner } from "~/components/ui/banner";
import { PageHeading } from "~/components/ui/page-heading";
import { resetLinkNotice, restoreNotice } from "~/domain/accounts/manual-approval.server";
import { pendingGuidesOf } from "~/domain/accounts/onboarding/anonymous-prayer.server";
import {
  GUIDE_DELAY_MS,
  guideForPage,
  guideInvitation,
  type GuideKey,
  type PendingGuides,
} from "~/domain/accounts/onboarding/guides";
import { journalResetDay } from "~/domain/member/member";
import { reminderCheck } from "~/domain/reminders/notifications.server";
import { issueCsrfFields } from "~/http/form/csrf.server";
import { memberLoader } from "~/http/guards.server";
import { shellData } from "~/http/root-data.server";
import { lockSettingsFor } from "~/http/unlock.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

/** Notice that an administrator created a reset link for the account, until dismissed. */
function ResetLinkNote({ day }: { day: string }) {
  return (
    <Banner
      tone="harm"
      title={t("A link for a new password was made for your account on {day}", { day })}
      className="mb-8"
    >
      <p className="mb-3">
        <Trans>
          An administrator made it, to hand it over to you. If you asked for it, all is well. If you did not,
          please look at <Link to={paths.settingsSecurity()}>your security settings</Link>, change your
          password, and ask the administrators about it.
        </Trans>
      </p>
      <PostForm action={paths.dashboard()}>
        <SubmitButton name="intent" value="resetLinkRead" variant="quiet" pendingText={t("One moment…")}>
          {t("I have read this")}
        </SubmitButton>
      </PostForm>
    </Banner>
  );
}

type RestoreNoticeProps = { day: string; isSealOff: boolean };

/** Notice on every page after a restore, until dismissed. */
function RestoreNotice({ day, isSealOff }: RestoreNoticeProps) {
  return (
    <Banner
      tone={isSealOff ? "harm" : "info"}
      title={t("Your journal was restored to {day}", { day })}
      className="mb-8"
    >
      <p className="mb-3">
        {t(
          "There was a problem with the server, and everything was restored from a backup of that day. What you wrote afterwards is missing, and what you deleted afterwards may be back.",
        )}
        {isSealOff && (
          <>
            {" "}
            <Trans>
              Your journal was sealed after that day, and is not sealed now:{" "}
              <Link to={paths.settingsSecuritySeal()}>please seal it again</Link>.
            </Trans>
          </>
        )}
      </p>
      <PostForm action={paths.dashboard()}>
        <SubmitButton name="intent" value="restored" variant="quiet" pendingText={t("One moment…")}>
          {t("I have read this")}
        </SubmitButton>
      </PostForm>
    </Banner>
  );
}

/** Whether the dashboard asks the first questions. */
const useFirstRun = () =>
  useMatches().some(({ data }) => data instanceof Object && "firstRun" in data && data.firstRun !== null);

/**
 * Shows the pending guide: a dialog with script, a link to its pages without. Finishing, skipping and closing are all
 * stored.
 */
function PendingGuide({ pending, isFirstRun }: { pending: PendingGuides; isFirstRun: boolean }) {
  const { pathname } = useLocation();
  const { submit } = useFetcher();
  const [done, setDone] = useState(false);
  const [open, setOpen] = useState<GuideKey | null>(null);
  const [Dialog, setDialog] = useState<ComponentType<Parameters<typeof GuideDialog>[0]> | null>(null);
  const { isOpen } = useInstance();
  const guide = done ? null : guideForPage(pathname, pending, isFirstRun);

  useEffect(() => {
    if (!guide) return;
    return whenInputIdle(document, GUIDE_DELAY_MS[guide], () => {
      // If loading fails, the next visit tries again.
      import("~/components/onboarding/guide-dialog").then(
        (module) => {
          setDialog(() => module.GuideDialog);
          setOpen(guide);
        },
        () => undefined,
      );
    });
  }, [guide]);

  if (!guide) return null;
  if (open === guide && Dialog) {
    const finish = () => {
      setDone(true);
      submit({ _auto: "1" }, { method: "post", action: paths.welcomeGuide(guide) });
    };
    return <Dialog key={guide} guide={guide} onDone={finish} />;
  }
  const { text, link } = guideInvitation(guide, isOpen);
  return (
    <noscript>
      <p className="mb-8 rounded border-l-4 border-accent bg-accent-soft px-4 py-3">
        {text} <Link to={paths.welcomeGuide(guide)}>{link}</Link>
      </p>
    </noscript>
  );
}

/** Web app manifest, which makes the member area installable. */
export const links: LinksFunction = () => [
  { rel: "manifest", href: paths.manifest() },
  { rel: "apple-touch-icon", href: "/icons/apple-touch-180.png" },
];

/** Data of the layout only; every child route guards itself. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member, request }) => {
    const { protection, headers } = await issueCsrfFields(request, member.id);
    return data(
      {
        protection,
        shell: shellData(member),
        reminders: reminderCheck(member),
        guides: pendingGuidesOf(member),
        restored: restoreNotice(member),
        resetLink: resetLinkNotice(member),
        resetDay: journalResetDay(member),
        lock: lockSettingsFor(member),
      },
      { headers },
    );
  });

export const shouldRevalidate = cachedFrame();

const isMissing = (error: unknown) => isRouteErrorResponse(error) && error.status === 404;

export const meta: MetaFunction = ({ error }) => [
  { title: isMissing(error) ? t("Page not found · Still and Know") : t("Still and Know") },
];

/** Shows a missing page inside the layout, so that the menu stays. */
export function ErrorBoundary() {
  const error = useRouteError();
  const frame = useRouteLoaderData<typeof loader>("routes/member/frame");
  if (!frame || !isMissing(error)) return <RouteError />;
  return (
    <AppShell {...frame.shell}>
      <PageHeading title={MISSING_PAGE.title} intro={<p>{MISSING_PAGE.text}</p>} />
      <MissingPageLinks />
    </AppShell>
  );
}

export default function AppLayout() {
  const { shell, reminders, guides, restored, resetLink, resetDay, lock, protection } =
    useLoaderData<typeof loader>();
  usePageCacheClearing();
  useServiceWorker(protection.owner);
  const isFirstRun = useFirstRun();
  // The first-run form asks for the times of prayer; without them no reminder is due.
  useReminders(isFirstRun ? null : reminders);
  return (
    <AppShell {...shell} isFirstRun={isFirstRun}>
      {resetDay && <JournalResetBanner day={resetDay} />}
      {restored && <RestoreNotice {...restored} />}
      {resetLink && <ResetLinkNote {...resetLink} />}
      {lock && <LockWatch {...lock} owner={protection.owner ?? ""} />}
      <PendingGuide pending={guides} isFirstRun={isFirstRun} />
      <Outlet />
    </AppShell>
  );
}
