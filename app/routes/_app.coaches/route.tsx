import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { SoftwareLine } from "~/components/coaches/software-line";
import { ThreadList } from "~/components/coaches/thread-list";
import { Badge } from "~/components/ui/badge";
import { PageHeading } from "~/components/ui/page-heading";
import { COACHES, planOf } from "~/domain/coaches/roster";
import { threadLines } from "~/domain/coaches/thread-lines.server";
import { mayMeetCoach } from "~/domain/plans/tiers";
import { memberLoader } from "~/http/loaders.server";
import { coachesWords } from "~/words/coaches/coaches";

export const meta: MetaFunction = () => [{ title: coachesWords.pageTitle }];

/** Six ways of being asked (product 2.8). */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => ({
    coaches: COACHES.map(({ key, name, purpose }) => ({
      key,
      name,
      purpose,
      mine: mayMeetCoach(member.subscriptionTier, key),
      plan: planOf(key).label,
    })),
    threads: await threadLines(member),
  }));

export default function CoachesPage() {
  const { coaches, threads } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading title={coachesWords.coaches} intro={<p>{coachesWords.intro}</p>} />
      <SoftwareLine />
      <ul className="grid gap-4 sm:grid-cols-2">
        {coaches.map(({ key, name, purpose, mine, plan }) => (
          <li
            key={key}
            className="relative flex flex-col rounded-lg border border-line bg-raised p-5 hover:border-edge"
          >
            <h2 className="text-lg font-medium">
              <Link
                to={`/coaches/${key}`}
                className="text-ink no-underline after:absolute after:inset-0 after:rounded-lg hover:underline"
              >
                {name}
              </Link>
            </h2>
            <p className="mt-1 flex-1 text-muted">{purpose}</p>
            {!mine && (
              <p className="mt-4">
                <Badge>{plan}</Badge>
              </p>
            )}
          </li>
        ))}
      </ul>
      {threads.length > 0 && (
        <section aria-labelledby="conversations" className="mt-12">
          <h2 id="conversations" className="mb-4 text-xl font-medium">
            {coachesWords.yourConversations}
          </h2>
          <ThreadList threads={threads} named />
        </section>
      )}
    </>
  );
}
