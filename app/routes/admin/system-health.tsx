import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { DataTable } from "~/components/admin/data-table";
import { Facts, Section } from "~/components/admin/facts";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { Badge } from "~/components/ui/badge";
import { PageHeading } from "~/components/ui/page-heading";
import type { Check } from "~/domain/administration/health/checklist";
import { healthSummary } from "~/domain/administration/health/health-summary";
import {
  HealthSchema,
  readHealth,
  scheduleJobNow,
  sendTestMail,
  testAiEndpoint,
} from "~/domain/administration/health/health.server";
import { redirectWithToast } from "~/http/cookies.server";
import { adminAction } from "~/http/form/guarded-actions.server";
import { adminLoader, notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("System health · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async () => {
    const { jobs, checks, ...facts } = await readHealth();
    return { facts: healthSummary(facts), hasAi: facts.ai !== null, jobs, checks };
  });

const HERE = paths.adminSystemHealth();

export const action = (args: ActionFunctionArgs) =>
  adminAction(args, { schema: HealthSchema, once: true }, async ({ member, value, submission, refuse }) => {
    switch (value.intent) {
      case "mail": {
        const text = t("It goes to {email}. If it does not arrive, look at the line about email.", {
          email: member.email,
        });
        if (await sendTestMail(member, submission))
          return redirectWithToast(HERE, { title: t("Test email on its way"), text, tone: "info" });
        return refuse({
          status: 429,
          notice: { title: t("Not sent"), text: t("At most five test emails an hour. Please wait a while.") },
        });
      }
      case "ai": {
        const result = await testAiEndpoint(member);
        return redirectWithToast(
          HERE,
          result.ok
            ? {
                title: t("The model answers"),
                text: t("It took {ms} ms.", { ms: result.ms }),
                tone: "success",
              }
            : {
                title: t("The model is not answering"),
                text: t("What went wrong: {code}.", { code: result.code }),
                tone: "error",
              },
        );
      }
      case "job":
        if (!(await scheduleJobNow(member, value.job))) throw notFound();
        return redirectWithToast(HERE, { title: t("The job starts within seconds"), tone: "info" });
    }
  });

export default function SystemHealthPage() {
  const { facts, hasAi, jobs, checks } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading
        title={t("System health")}
        intro={t(
          "How this process and what it depends on are doing right now. Programs use /healthz, /readyz and /metrics.",
        )}
      />
      {reply?.notice && <FormNotice title={reply.notice.title} text={reply.notice.text} />}
      <Section id="facts" title={t("Now")}>
        <Facts facts={facts} />
        <div className="mt-6 flex flex-wrap gap-3">
          <TestButton intent="mail">{t("Send me a test email")}</TestButton>
          {hasAi && <TestButton intent="ai">{t("Ask the model for one word")}</TestButton>}
        </div>
      </Section>
      <Section
        id="jobs"
        title={t("Jobs")}
        intro={t("Each job runs in one server process at a time. Times are UTC.")}
      >
        <JobTable jobs={jobs} />
      </Section>
      <Section id="checks" title={t("Settings")}>
        <CheckTable checks={checks} />
      </Section>
    </>
  );
}

function TestButton({ intent, children }: { intent: "mail" | "ai"; children: ReactNode }) {
  return (
    <PostForm>
      <SubmitButton name="intent" value={intent} variant="quiet" pendingText={t("One moment…")}>
        {children}
      </SubmitButton>
    </PostForm>
  );
}

type Job = {
  name: string;
  every: string;
  last: string | null;
  took: string | null;
  next: string | null;
  failures: number;
  isRunning: boolean;
  isLate: boolean;
};

function JobState({ job }: { job: Job }) {
  if (job.isRunning) return <Badge tone="accent">{t("Running")}</Badge>;
  if (job.isLate) return <Badge tone="harm">{t("Late")}</Badge>;
  if (job.failures > 0)
    return <Badge tone="harm">{t("Failed {failures}×", { failures: job.failures })}</Badge>;
  return <span className="text-muted">{job.last ? t("Done") : t("Not yet")}</span>;
}

function JobTable({ jobs }: { jobs: Job[] }) {
  return (
    <DataTable
      caption={t("Jobs")}
      rows={jobs}
      rowKey={({ name }) => name}
      columns={[
        { label: t("Job"), isName: "nowrap", cell: ({ name }) => name },
        { label: t("Every"), nowrap: true, cell: ({ every }) => every },
        { label: t("State"), nowrap: true, cell: (job) => <JobState job={job} /> },
        { label: t("Last finished"), nowrap: true, cell: ({ last }) => last ?? "–" },
        { label: t("Took"), numeric: true, cell: ({ took }) => took ?? "–" },
        { label: t("Next"), nowrap: true, cell: ({ next }) => next ?? t("soon") },
        {
          label: t("Start"),
          cell: ({ name }) => (
            <PostForm>
              <input type="hidden" name="job" value={name} />
              <button type="submit" name="intent" value="job" className="min-h-11 underline">
                <Trans>
                  Now<span className="sr-only">: {name}</span>
                </Trans>
              </button>
            </PostForm>
          ),
        },
      ]}
    />
  );
}

const CHECK_NAMES = {
  good: t("Good"),
  look: t("Please check"),
  open: t("Default"),
} as const;

function CheckTable({ checks }: { checks: Check[] }) {
  return (
    <DataTable
      caption={t("Settings")}
      rows={checks}
      rowKey={({ what }) => what}
      columns={[
        { label: t("Setting"), isName: true, cell: ({ what }) => what },
        {
          label: t("State"),
          nowrap: true,
          cell: ({ state }) => (
            <Badge tone={state === "look" ? "harm" : state === "good" ? "accent" : "plain"}>
              {CHECK_NAMES[state]}
            </Badge>
          ),
        },
        { label: t("What it means"), cell: ({ words }) => words },
      ]}
    />
  );
}
