import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Facts, Section } from "~/components/admin/facts";
import { FormNotice } from "~/components/forms/form-notice";
import { PageHeading } from "~/components/ui/page-heading";
import { health } from "~/domain/administration/health.server";
import { runJobSoon, sendTestMail, testAiEndpoint } from "~/domain/administration/health-actions.server";
import { HealthSchema } from "~/domain/administration/health-schema";
import { healthFacts } from "~/domain/administration/health-words";
import { adminAction } from "~/http/forms.server";
import { adminLoader, notFound } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { CheckTable, JobTable, TestButton } from "./parts";

export const meta: MetaFunction = () => [{ title: "System health · Still and Know" }];

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async () => {
    const { jobs, checks, ...facts } = await health();
    return { facts: healthFacts(facts), hasAi: facts.ai !== null, jobs, checks };
  });

const HERE = "/admin/system-health";

export const action = (args: ActionFunctionArgs) =>
  adminAction(args, { schema: HealthSchema, once: true }, async ({ member, value, submission, refuse }) => {
    switch (value.intent) {
      case "mail": {
        const text = `It goes to ${member.email}. If it does not come, look at the line about mail.`;
        if (await sendTestMail(member, submission))
          return redirectWithToast(HERE, { title: "Test mail on its way", text, tone: "info" });
        return refuse({
          status: 429,
          notice: { title: "Not sent", text: "Five test mails an hour are enough. Please wait a while." },
        });
      }
      case "ai": {
        const result = await testAiEndpoint(member);
        return redirectWithToast(
          HERE,
          result.ok
            ? { title: "The model answers", text: `It took ${result.ms} ms.`, tone: "success" }
            : { title: "The model does not answer", text: `What went wrong: ${result.code}.`, tone: "error" },
        );
      }
      case "job":
        if (!(await runJobSoon(member, value.job))) throw notFound();
        return redirectWithToast(HERE, { title: "The job begins within seconds", tone: "info" });
    }
  });

export default function SystemHealthPage() {
  const { facts, hasAi, jobs, checks } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading
        title="System health"
        intro="How this process and what it depends on are doing at this moment. Programs ask /healthz, /readyz and /metrics."
      />
      {reply?.notice && <FormNotice title={reply.notice.title} text={reply.notice.text} />}
      <Section id="facts" title="Now">
        <Facts facts={facts} />
        <div className="mt-6 flex flex-wrap gap-3">
          <TestButton intent="mail">Send a test mail to me</TestButton>
          {hasAi && <TestButton intent="ai">Ask the model for one word</TestButton>}
        </div>
      </Section>
      <Section
        id="jobs"
        title="Jobs"
        intro="Of all server processes one at a time runs a job. Moments are in UTC."
      >
        <JobTable jobs={jobs} />
      </Section>
      <Section id="checks" title="Settings">
        <CheckTable checks={checks} />
      </Section>
    </>
  );
}
