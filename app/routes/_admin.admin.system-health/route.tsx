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
import { systemHealthWords } from "~/words/admin/system-health";
import { CheckTable, JobTable, TestButton } from "./parts";

export const meta: MetaFunction = () => [{ title: systemHealthWords.pageTitle }];

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
        const text = systemHealthWords.itGoesTo({ email: member.email });
        if (await sendTestMail(member, submission))
          return redirectWithToast(HERE, { title: systemHealthWords.testMailOnItsWay, text, tone: "info" });
        return refuse({
          status: 429,
          notice: { title: systemHealthWords.notSent, text: systemHealthWords.notSentText },
        });
      }
      case "ai": {
        const result = await testAiEndpoint(member);
        return redirectWithToast(
          HERE,
          result.ok
            ? {
                title: systemHealthWords.theModelAnswers,
                text: systemHealthWords.itTookMs({ ms: result.ms }),
                tone: "success",
              }
            : {
                title: systemHealthWords.theModelDoesNotAnswer,
                text: systemHealthWords.whatWentWrong({ code: result.code }),
                tone: "error",
              },
        );
      }
      case "job":
        if (!(await runJobSoon(member, value.job))) throw notFound();
        return redirectWithToast(HERE, { title: systemHealthWords.theJobBeginsWithinSeconds, tone: "info" });
    }
  });

export default function SystemHealthPage() {
  const { facts, hasAi, jobs, checks } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading title={systemHealthWords.systemHealth} intro={systemHealthWords.systemHealthIntro} />
      {reply?.notice && <FormNotice title={reply.notice.title} text={reply.notice.text} />}
      <Section id="facts" title={systemHealthWords.now}>
        <Facts facts={facts} />
        <div className="mt-6 flex flex-wrap gap-3">
          <TestButton intent="mail">{systemHealthWords.sendATestMailToMe}</TestButton>
          {hasAi && <TestButton intent="ai">{systemHealthWords.askTheModelForOneWord}</TestButton>}
        </div>
      </Section>
      <Section id="jobs" title={systemHealthWords.jobs} intro={systemHealthWords.jobsIntro}>
        <JobTable jobs={jobs} />
      </Section>
      <Section id="checks" title={systemHealthWords.settings}>
        <CheckTable checks={checks} />
      </Section>
    </>
  );
}
