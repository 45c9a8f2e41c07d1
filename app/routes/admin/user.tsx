import { getFormProps, useForm } from "@conform-to/react";
import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { DataTable } from "~/components/admin/data-table";
import { Facts, OneTimeLink, Section, STATUS_NAMES } from "~/components/admin/facts";
import { CurrentPasswordField } from "~/components/forms/current-password";
import { FormNotice, PostForm, replyForIntent, SubmitButton } from "~/components/forms/post-form";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import {
  approveAccount,
  canCreateResetLink,
  createResetLink,
} from "~/domain/accounts/manual-approval.server";
import { currentInstance } from "~/domain/accounts/support/instance.server";
import { startHandOver } from "~/domain/administration/legacy/hand-over.server";
import { possibleActions, setKeeper, USER_ACTIONS } from "~/domain/administration/users/user-actions.server";
import { readUser } from "~/domain/administration/users/users.server";
import { utcMinute } from "~/domain/calendar/local-day";
import { currentPasswordField } from "~/domain/identity/account-fields";
import { prayerListMode } from "~/domain/journal/prayers/prayer-requests.server";
import { isFirstAdministrator } from "~/domain/member/member";
import { TIER_LABELS, type Tier } from "~/domain/member/plan";
import { redirectWithToast } from "~/http/cookies.server";
import type { FormReply } from "~/http/form/form-options.server";
import { adminAction } from "~/http/form/guarded-actions.server";
import { adminLoader, notFound } from "~/http/guards.server";
import { checkReauthentication } from "~/http/unlock.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("User · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ params, member }) => {
    const user = /^\d{1,15}$/.test(params.userId ?? "") ? await readUser(Number(params.userId)) : null;
    if (!user) throw notFound();
    return {
      user: {
        ...user,
        createdAt: utcMinute(user.createdAt),
        planEndsAt: user.planEndsAt && utcMinute(user.planEndsAt),
        events: user.events.map((event) => ({ ...event, at: utcMinute(event.at) })),
      },
      mayBeKeeper: prayerListMode() !== "off" && user.status === "active" && !user.isAdmin,
      waits: !user.isVerified && user.status === "active",
      mayHandOver: canCreateResetLink(user.id) && user.status !== "locked",
      onlyByCommand: !currentInstance().sendsMail && isFirstAdministrator(user.id),
      canHandOverJournal: currentInstance().sendsMail && user.status === "active",
      actions: possibleActions(user, member.id, currentInstance().sendsMail).map((action) => ({
        action,
        name: USER_ACTIONS[action].name,
        harmful: USER_ACTIONS[action].harmful,
      })),
    };
  });

const ManualSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("letin") }),
  z.object({ intent: z.literal("keeper") }),
  z.object({ intent: z.literal("notKeeper") }),
  z.object({ intent: z.enum(["resetlink", "handOver"]), currentPassword: currentPasswordField }),
]);

/** A link is part of this response alone: only its hash is stored. */
export const action = (args: ActionFunctionArgs) =>
  adminAction(args, { schema: ManualSchema }, async ({ request, params, member, value, refuse }) => {
    const userId = /^\d{1,15}$/.test(params.userId ?? "") ? Number(params.userId) : 0;
    if (value.intent === "keeper" || value.intent === "notKeeper") {
      if (prayerListMode() === "off") throw notFound();
      if (await setKeeper(member, userId, value.intent === "keeper"))
        return redirectWithToast(paths.adminUser(userId), { title: t("Saved"), tone: "success" });
      return refuse({ status: 409, notice: NOT_POSSIBLE });
    }
    if (value.intent === "letin") {
      if (await approveAccount(member, userId))
        return redirectWithToast(paths.adminUser(userId), { title: t("Let in"), tone: "success" });
      return refuse({ status: 409, notice: NOT_POSSIBLE });
    }
    const refusal = await checkReauthentication(request, member, value.currentPassword);
    if (refusal) return refuse(refusal);
    if (value.intent === "handOver") {
      const started = await startHandOver(member, userId);
      if (started.ok) return redirectWithToast(paths.adminUser(userId), HAND_OVER_STARTED);
      return refuse({ status: 409, notice: HAND_OVER_REFUSALS[started.code] });
    }
    if (isFirstAdministrator(userId) && !currentInstance().sendsMail)
      return refuse({ status: 403, notice: ONLY_BY_COMMAND });
    const link = await createResetLink(member, userId);
    if (!link) return refuse({ status: 409, notice: NOT_POSSIBLE });
    const reply: FormReply & { link?: string } = { lastResult: { initialValue: {} }, link };
    return data(reply, { headers: { "Cache-Control": "no-store" } });
  });

const nothingChanged = (text: string) => ({ title: t("Nothing was changed"), text });

const NOT_POSSIBLE = nothingChanged(t("This is not possible for this account at the moment."));

const HAND_OVER_STARTED = {
  title: t("Hand-over started"),
  text: t("The owner has an email and 30 days to undo it by signing in."),
  tone: "success",
} as const;

const HAND_OVER_REFUSALS = {
  unknown: NOT_POSSIBLE,
  no_mail: nothingChanged(t("A hand-over needs email, and this site sends none with a link.")),
  used: nothingChanged(t("This account has been used within the last year.")),
  not_chosen: nothingChanged(
    t("The owner of this account did not choose that anyone should be given the journal."),
  ),
  started: nothingChanged(t("The hand-over has already started.")),
};

const ONLY_BY_COMMAND = {
  title: t("Only by the command line"),
  text: t(
    "A password link for the first administrator can only be made on the server: npm run admin -- reset-link --email ADDRESS",
  ),
};

const SOURCE_NAMES: Record<string, string> = {
  trial: t("from a trial key"),
  gift: t("granted by an administrator"),
  paid: t("paid"),
  admin: t("chosen by an administrator for testing"),
};

function describePlan({
  tier,
  planSource,
  planEndsAt,
}: {
  tier: Tier;
  planSource: string;
  planEndsAt: string | null;
}) {
  const source = SOURCE_NAMES[planSource];
  return [TIER_LABELS[tier], source, planEndsAt && t("until {planEndsAt} UTC", { planEndsAt })]
    .filter(Boolean)
    .join(", ");
}

export default function UserPage() {
  const { user, actions, mayBeKeeper, waits, mayHandOver, onlyByCommand, canHandOverJournal } =
    useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const link = reply && "link" in reply ? reply.link : undefined;
  const name = `${user.firstName} ${user.lastName}`.trim();
  return (
    <>
      <PageHeading
        eyebrow={<Link to={paths.adminUsers()}>{t("User Management")}</Link>}
        title={user.username}
        intro={name || undefined}
      />
      <Facts
        facts={[
          { label: t("Number"), value: user.id },
          {
            label: t("Email address"),
            value: `${user.email} (${user.isVerified ? t("verified") : t("not verified")})`,
          },
          { label: t("State"), value: STATUS_NAMES[user.status] },
          { label: t("Administrator"), value: user.isAdmin ? t("Yes") : t("No") },
          ...(user.isWriter ? [{ label: t("Ways"), value: t("Can write ways") }] : []),
          { label: t("Plan"), value: describePlan(user) },
          { label: t("Two-step sign-in"), value: user.hasTwoStep ? t("On") : t("Off") },
          { label: t("Created"), value: t("{createdAt} UTC", { createdAt: user.createdAt }) },
          ...(user.isUnused ? [{ label: t("Use"), value: t("Not used for a year") }] : []),
        ]}
      />
      <div className="mt-12">
        {reply?.notice && <FormNotice title={reply.notice.title} text={reply.notice.text} />}
        {link && (
          <OneTimeLink
            title={t("The password link. It is shown only once.")}
            explains={t("Hand it over yourself. It works once, for half an hour.")}
            link={link}
          />
        )}
        {(waits || mayHandOver) && (
          <Section
            id="by-hand"
            title={waits ? t("Let in") : t("New password")}
            intro={
              waits
                ? t("This person has registered and is waiting. Let them in if you know who they are.")
                : t("This site sends no email, so you have to hand over the password link yourself.")
            }
          >
            <div className="grid gap-6">
              {waits && (
                <PostForm>
                  <SubmitButton name="intent" value="letin">
                    {t("Let in")}
                  </SubmitButton>
                </PostForm>
              )}
              {mayHandOver && (
                <PasswordForm key={link} intent="resetlink" reply={reply} variant="quiet">
                  {t("Make a password link")}
                </PasswordForm>
              )}
            </div>
          </Section>
        )}
        {onlyByCommand && <p className="mb-12 max-w-measure text-muted">{ONLY_BY_COMMAND.text}</p>}
        <Section id="actions" title={t("Actions")} intro={t("Each opens a page that asks for confirmation.")}>
          <ul className="flex flex-wrap gap-3">
            {actions.map(({ action, name: text, harmful }) => (
              <li key={action}>
                <ButtonLink
                  to={paths.adminUserAction(user.id, action)}
                  variant={harmful ? "danger" : "quiet"}
                >
                  {text}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </Section>
        {mayBeKeeper && (
          <Section
            id="keeper"
            title={t("Prayer list")}
            intro={t("A keeper approves, shortens and removes prayer requests.")}
          >
            <PostForm>
              <SubmitButton
                name="intent"
                value={user.keepsPrayerList ? "notKeeper" : "keeper"}
                variant="quiet"
              >
                {user.keepsPrayerList ? t("Remove as a keeper") : t("Make a keeper")}
              </SubmitButton>
            </PostForm>
          </Section>
        )}
        {canHandOverJournal && (
          <Section
            id="hand-over"
            title={t("Hand over the journal")}
            intro={t(
              "Only if the owner chose a person for it, and has not used the account for a year. The owner gets an email at once and can undo it for 30 days by signing in; then the person gets a link. You do not see the journal.",
            )}
          >
            <PasswordForm intent="handOver" reply={reply} variant="danger">
              {t("Start the hand-over")}
            </PasswordForm>
          </Section>
        )}
        <Section id="events" title={t("Recent security events")}>
          <DataTable
            caption={t("Recent security events")}
            rows={user.events}
            rowKey={({ number }) => number}
            empty={t("None yet.")}
            columns={[
              { label: t("When (UTC)"), nowrap: true, cell: ({ at }) => at },
              { label: t("What"), cell: ({ words }) => words },
              { label: t("By user"), cell: ({ actorId }) => actorId ?? "–" },
            ]}
          />
          <p className="mt-4">
            <Link to={paths.adminAudit({ user: user.id })}>{t("All events of this user")}</Link>
          </p>
        </Section>
      </div>
    </>
  );
}

function PasswordForm({
  intent,
  reply,
  children,
  variant,
}: {
  intent: "resetlink" | "handOver";
  reply: FormReply | undefined;
  children: string;
  variant: "quiet" | "danger";
}) {
  const [form, fields] = useForm<{ currentPassword: string }>({
    id: intent,
    lastResult: replyForIntent(reply, intent)?.lastResult,
  });
  return (
    <PostForm {...getFormProps(form)} noValidate className="grid max-w-md grid-cols-1 gap-5">
      <CurrentPasswordField meta={fields.currentPassword} label={t("Your own password")} />
      <SubmitButton name="intent" value={intent} variant={variant} pendingText={t("One moment…")}>
        {children}
      </SubmitButton>
    </PostForm>
  );
}
