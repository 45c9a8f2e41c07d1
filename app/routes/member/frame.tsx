import { data, type LinksFunction, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { keptFrame, usePageCacheClearing } from "~/browser/page-cache";
import { useReminders } from "~/browser/use-reminders";
import { useServiceWorker } from "~/browser/use-service-worker";
import { JournalResetBanner } from "~/components/accounts/journal-reset-banner";
import { LockWatch } from "~/components/accounts/lock-watch";
import { ResetLinkNote } from "~/components/accounts/reset-link-note";
import { RestoredNote } from "~/components/accounts/restored-note";
import { AppShell } from "~/components/layout/app-shell";
import { WaitingGuide } from "~/components/onboarding/waiting-guide";
import { restoreNotice } from "~/domain/accounts/restore-notice.server";
import { resetLinkNote } from "~/domain/accounts/security/by-hand.server";
import { journalResetDay } from "~/domain/member/journal-reset";
import { guidesOf } from "~/domain/onboarding/guides.server";
import { hasUnread, reminderCheck } from "~/domain/reminders/notifications.server";
import { issueCsrfFields } from "~/http/form/csrf.server";
import { memberLoader } from "~/http/loaders.server";
import { lockOf } from "~/http/unlock.server";

/** What makes the signed-in house installable. */
export const links: LinksFunction = () => [
  { rel: "manifest", href: addresses.manifest() },
  { rel: "apple-touch-icon", href: "/icons/apple-touch-180.png" },
];

/** Data for the shell only; every page inside guards itself. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member, request }) => {
    const { protection, headers } = await issueCsrfFields(request, member.id);
    const { username, firstName, lastName, email, isAdmin, subscriptionTier } = member;
    const shell = {
      username,
      firstName,
      lastName,
      email,
      isAdmin,
      subscriptionTier,
      hasNews: hasUnread(member),
    };
    return data(
      {
        protection,
        shell,
        reminders: reminderCheck(member),
        guides: guidesOf(member),
        restored: restoreNotice(member),
        resetLink: resetLinkNote(member),
        resetDay: journalResetDay(member),
        lock: lockOf(member),
      },
      { headers },
    );
  });

/** Once read, the frame stays for a while. */
export const shouldRevalidate = keptFrame();

export default function AppLayout() {
  const { shell, reminders, guides, restored, resetLink, resetDay, lock, protection } =
    useLoaderData<typeof loader>();
  usePageCacheClearing();
  useServiceWorker(protection.owner);
  useReminders(reminders);
  return (
    <AppShell {...shell}>
      {resetDay && <JournalResetBanner day={resetDay} />}
      {restored && <RestoredNote {...restored} />}
      {resetLink && <ResetLinkNote {...resetLink} />}
      {lock && <LockWatch {...lock} owner={protection.owner ?? ""} />}
      <WaitingGuide waiting={guides} />
      <Outlet />
    </AppShell>
  );
}
