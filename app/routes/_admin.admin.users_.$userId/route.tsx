import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { Cell, DataTable, Row } from "~/components/admin/data-table";
import { STATUS_WORDS } from "~/components/admin/user-state";
import { Facts, Section } from "~/components/admin/facts";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { utcMinute } from "~/domain/administration/moments";
import { readUser } from "~/domain/administration/read-user.server";
import { USER_ACTIONS, possibleActions } from "~/domain/administration/user-actions";
import { TIER_LABELS, type Tier } from "~/domain/plans/tiers";
import { adminLoader, notFound } from "~/http/loaders.server";

export const meta: MetaFunction = () => [{ title: "User · Still and Know" }];

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
  trial: "by a trial key",
  gift: "given by an administrator",
  paid: "paid",
  admin: "chosen by an administrator for testing",
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
  return [TIER_LABELS[tier], source, planEndsAt && `until ${planEndsAt} UTC`].filter(Boolean).join(", ");
}

export default function UserPage() {
  const { user, actions } = useLoaderData<typeof loader>();
  const name = `${user.firstName} ${user.lastName}`.trim();
  return (
    <>
      <PageHeading
        eyebrow={<Link to="/admin/users">User Management</Link>}
        title={user.username}
        intro={name || undefined}
      />
      <Facts
        facts={[
          { label: "Number", value: user.id },
          {
            label: "Email address",
            value: `${user.email} (${user.isVerified ? "verified" : "not verified"})`,
          },
          { label: "State", value: STATUS_WORDS[user.status] },
          { label: "Administrator", value: user.isAdmin ? "Yes" : "No" },
          { label: "Plan", value: planWords(user) },
          { label: "Two-step sign-in", value: user.hasTwoStep ? "On" : "Off" },
          { label: "Created", value: `${user.createdAt} UTC` },
          { label: "Last seen", value: user.lastSeenAt ? `${user.lastSeenAt} UTC` : "never" },
          { label: "Open sessions", value: user.sessions },
          {
            label: "Entries",
            value: `${user.entries}, and ${user.drafts} drafts, ${user.inTrash} in the trash`,
          },
        ]}
      />
      <div className="mt-12">
        <Section id="actions" title="Actions" intro="Each opens a page that asks once more.">
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
        <Section id="events" title="Last security events">
          {user.events.length === 0 ? (
            <p className="text-muted">None yet.</p>
          ) : (
            <DataTable
              caption="Last security events"
              columns={[{ label: "When (UTC)" }, { label: "What" }, { label: "By user" }]}
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
            <Link to={`/admin/audit?user=${user.id}`}>All events of this user</Link>
          </p>
        </Section>
      </div>
    </>
  );
}
