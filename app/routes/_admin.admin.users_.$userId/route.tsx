import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { Cell, DataTable, Row } from "~/components/admin/data-table";
import { STATUS_WORDS } from "~/components/admin/user-state";
import { Facts, Section } from "~/components/admin/facts";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { readUser } from "~/domain/administration/read-user.server";
import { USER_ACTIONS, possibleActions } from "~/domain/administration/user-actions";
import { TIER_LABELS, type Tier } from "~/domain/plans/tiers";
import { adminLoader, notFound } from "~/http/loaders.server";
import { userWords } from "~/words/admin/user";
import { utcMinute } from "~/domain/calendar/utc";

export const meta: MetaFunction = () => [{ title: userWords.pageTitle }];

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ params, member }) => {
    const user = /^\d{1,15}$/.test(params.userId ?? "") ? await readUser(Number(params.userId)) : null;
    if (!user) throw notFound();
    return {
      user: {
        ...user,
        createdAt: utcMinute(user.createdAt),
        planEndsAt: user.planEndsAt && utcMinute(user.planEndsAt),
        lastSeenAt: user.lastSeenAt && utcMinute(user.lastSeenAt),
        events: user.events.map((event) => ({ ...event, at: utcMinute(event.at) })),
      },
      actions: possibleActions(user, member.id).map((action) => ({
        action,
        name: USER_ACTIONS[action].name,
        harmful: USER_ACTIONS[action].harmful,
      })),
    };
  });

const SOURCE_WORDS: Record<string, string> = {
  trial: userWords.byATrialKey,
  gift: userWords.givenByAnAdministrator,
  paid: "paid",
  admin: userWords.chosenByAnAdministrator,
};

function planWords({
  tier,
  planSource,
  planEndsAt,
}: {
  tier: Tier;
  planSource: string;
  planEndsAt: string | null;
}) {
  const source = SOURCE_WORDS[planSource];
  return [TIER_LABELS[tier], source, planEndsAt && userWords.untilMoment({ planEndsAt })]
    .filter(Boolean)
    .join(", ");
}

export default function UserPage() {
  const { user, actions } = useLoaderData<typeof loader>();
  const name = `${user.firstName} ${user.lastName}`.trim();
  return (
    <>
      <PageHeading
        eyebrow={<Link to="/admin/users">{userWords.userManagement}</Link>}
        title={user.username}
        intro={name || undefined}
      />
      <Facts
        facts={[
          { label: userWords.number, value: user.id },
          {
            label: userWords.emailAddress,
            value: `${user.email} (${user.isVerified ? "verified" : userWords.notVerified})`,
          },
          { label: userWords.state, value: STATUS_WORDS[user.status] },
          { label: userWords.administrator, value: user.isAdmin ? userWords.yes : userWords.no },
          { label: userWords.plan, value: planWords(user) },
          { label: userWords.twoStepSignIn, value: user.hasTwoStep ? userWords.on : userWords.off },
          { label: userWords.created, value: userWords.createdAt({ createdAt: user.createdAt }) },
          {
            label: userWords.lastSeen,
            value: user.lastSeenAt ? userWords.lastSeenAt({ lastSeenAt: user.lastSeenAt }) : "never",
          },
          { label: userWords.openSessions, value: user.sessions },
          {
            label: userWords.entries,
            value: userWords.entriesAndDrafts({
              entries: user.entries,
              drafts: user.drafts,
              inTrash: user.inTrash,
            }),
          },
        ]}
      />
      <div className="mt-12">
        <Section id="actions" title={userWords.actions} intro={userWords.actionsIntro}>
          <ul className="flex flex-wrap gap-3">
            {actions.map(({ action, name: text, harmful }) => (
              <li key={action}>
                <ButtonLink to={`/admin/users/${user.id}/${action}`} variant={harmful ? "danger" : "quiet"}>
                  {text}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </Section>
        <Section id="events" title={userWords.lastSecurityEvents}>
          {user.events.length === 0 ? (
            <p className="text-muted">{userWords.noneYet}</p>
          ) : (
            <DataTable
              caption={userWords.lastSecurityEvents}
              columns={[{ label: userWords.whenUtc }, { label: userWords.what }, { label: userWords.byUser }]}
            >
              {user.events.map((event) => (
                <Row key={event.number}>
                  <Cell nowrap>{event.at}</Cell>
                  <Cell>{event.words}</Cell>
                  <Cell last>{event.actorId ?? "–"}</Cell>
                </Row>
              ))}
            </DataTable>
          )}
          <p className="mt-4">
            <Link to={`/admin/audit?user=${user.id}`}>{userWords.allEventsOfThisUser}</Link>
          </p>
        </Section>
      </div>
    </>
  );
}
