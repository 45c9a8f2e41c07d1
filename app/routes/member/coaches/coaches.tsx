import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { Badge } from "~/components/ui/badge";
import { DisclosureIcon } from "~/components/ui/disclosure";
import { PageHeading } from "~/components/ui/page-heading";
import { TitledSection } from "~/components/ui/titled-section";
import { aiAccess } from "~/domain/ai/model-access.server";
import { COACHES, requiredPlan } from "~/domain/coaches/roster";
import { listRecentThreads } from "~/domain/coaches/thread-page.server";
import { memberLoader } from "~/http/guards.server";
import { t, tn } from "~/i18n/t";
import * as paths from "~/paths";
import { SoftwareLine, ThreadList } from "./thread-list";

export const meta: MetaFunction = () => [{ title: t("Coaches · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => ({
    coaches: COACHES.map(({ key, name, purpose }) => ({
      key,
      name,
      purpose,
      otherPlan: requiredPlan(member.subscriptionTier, key),
    })),
    threads: await listRecentThreads(member),
    hasModel: aiAccess(member.aiConsent, "coaches").state !== "off",
  }));

export default function CoachesPage() {
  const { coaches, threads, hasModel } = useLoaderData<typeof loader>();
  const others = coaches.filter(({ otherPlan }) => otherPlan);
  return (
    <>
      <PageHeading
        title={t("Coaches")}
        intro={
          <p>
            {hasModel
              ? t(
                  "Six companions that ask good questions. Each works entirely on this server; a language model takes part only if you have agreed to it.",
                )
              : t("Six companions that ask good questions. Each works entirely on this server.")}
          </p>
        }
      />
      <SoftwareLine />
      <CoachList coaches={coaches.filter(({ otherPlan }) => !otherPlan)} />
      {others.length > 0 && (
        <details className="group mt-4">
          <summary className="inline-flex min-h-11 items-center text-muted">
            <DisclosureIcon />
            {tn("One more, in another plan", "{count} more, in other plans", others.length)}
          </summary>
          <div className="mt-3">
            <CoachList coaches={others} />
          </div>
        </details>
      )}
      {threads.length > 0 && (
        <TitledSection
          id="conversations"
          title={t("Your conversations")}
          className="mt-12"
          titleClass="mb-4 text-xl font-medium"
        >
          <ThreadList threads={threads} named />
        </TitledSection>
      )}
    </>
  );
}

type Card = { key: string; name: string; purpose: string; otherPlan: string | null };

function CoachList({ coaches }: { coaches: Card[] }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {coaches.map(({ key, name, purpose, otherPlan }) => (
        <li
          key={key}
          className="relative flex flex-col rounded-lg border border-line bg-raised p-5 hover:border-ink"
        >
          <h2 className="text-lg font-medium">
            <Link
              to={paths.coach(key)}
              className="text-ink no-underline after:absolute after:inset-0 hover:underline"
            >
              {name}
            </Link>
          </h2>
          <p className="mt-1 flex-1 text-muted">{purpose}</p>
          {otherPlan && (
            <p className="mt-4">
              <Badge>{otherPlan}</Badge>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
