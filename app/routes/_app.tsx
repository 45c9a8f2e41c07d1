import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { useReminders } from "~/browser/use-reminders";
import { AppShell } from "~/components/layout/app-shell";
import { WaitingGuide } from "~/components/onboarding/waiting-guide";
import { waitingGuides } from "~/domain/onboarding/guides";
import { openReminders, reminderCheck } from "~/domain/reminders/notifications.server";
import { protectForms } from "~/http/form-protection.server";
import { memberLoader } from "~/http/loaders.server";

/** A server that was not reached has nothing new to tell. */
export { unlessUnreached as shouldRevalidate } from "~/browser/send-or-explain";

/** Data for the shell only; every page inside guards itself. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member, request }) => {
    const [{ protection, headers }, open] = await Promise.all([
      protectForms(request, member.id),
      openReminders(member),
    ]);
    const { username, firstName, lastName, email, isAdmin, subscriptionTier } = member;
    const shell = { username, firstName, lastName, email, isAdmin, subscriptionTier, unread: open.length };
    return data(
      { protection, shell, reminders: reminderCheck(member), guides: waitingGuides(member) },
      { headers },
    );
  });

export default function AppLayout() {
  const { shell, reminders, guides } = useLoaderData<typeof loader>();
  useReminders(reminders);
  return (
    <AppShell {...shell}>
      <WaitingGuide waiting={guides} />
      <Outlet />
    </AppShell>
  );
}
