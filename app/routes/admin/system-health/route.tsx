import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { Facts, Section } from "~/components/admin/facts";
import { FormNotice } from "~/components/forms/form-notice";
import { PageHeading } from "~/components/ui/page-heading";
import { runJobSoon, sendTestMail, testAiEndpoint } from "~/domain/administration/health/actions.server";
import { healthFacts } from "~/domain/administration/health/facts";
import { health } from "~/domain/administration/health/health.server";
import { HealthSchema } from "~/domain/administration/health/schema";
import { adminAction } from "~/http/form/guarded-actions.server";
import { adminLoader, notFound } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { t } from "~/i18n/t";
import { CheckTable, JobTable, TestButton } from "./parts";

export const meta: MetaFunction = () => [{ title: t("System health · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async () => {
    const { jobs, checks, ...facts } = await health();
    return { facts: healthFacts(facts), hasAi: facts.ai !== null, jobs, checks };
  });

const HERE = addresses.adminSystemHealth();

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
        if (!(await runJobSoon(member, value.job))) throw notFound();
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
