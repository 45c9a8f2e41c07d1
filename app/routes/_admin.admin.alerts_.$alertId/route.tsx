import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { AlertState } from "~/components/admin/alert-words";
import { Facts, Section } from "~/components/admin/facts";
import { PageHeading } from "~/components/ui/page-heading";
import { inUnit, ruleOf } from "~/domain/administration/alert-rules-data";
import { AlertMoveSchema } from "~/domain/administration/alert-schema";
import { moveAlert, readAlert } from "~/domain/administration/alerts.server";
import { adminAction } from "~/http/forms.server";
import { adminLoader, notFound } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { alertWords } from "~/words/admin/alert";
import { AlertHistory, MoveForm } from "./parts";
import { utcSecond } from "~/domain/calendar/utc";

export const meta: MetaFunction = () => [{ title: alertWords.pageTitle }];

const DONE = {
  acknowledge: alertWords.alertAcknowledged,
  note: alertWords.noteAdded,
  resolve: alertWords.alertResolved,
} as const;

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ params }) => {
    const alert = await readAlert(params.alertId ?? "");
    if (!alert) throw notFound();
    const rule = ruleOf(alert.rule);
    return {
      id: alert.id,
      name: alert.name,
      state: alert.state,
      severity: alert.severity,
      measures: rule.measures,
      advice: rule.advice,
      limit: `${rule.trouble} ${inUnit(alert.threshold, alert.unit)}`,
      worst: inUnit(alert.worst, alert.unit),
      history: alert.history.map((step) => ({ ...step, at: utcSecond(step.at) })),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  adminAction(args, { schema: AlertMoveSchema, once: true }, async ({ params, member, value, refuse }) => {
    const alertId = params.alertId ?? "";
    if (await moveAlert(member, alertId, value.intent, value.note))
      return redirectWithToast(`/admin/alerts/${alertId}`, { title: DONE[value.intent], tone: "success" });
    if (!(await readAlert(alertId))) throw notFound();
    const text = alertWords.somebodyElseHasTaken;
    return refuse({ status: 409, notice: { title: alertWords.nothingWasChanged, text } });
  });

export default function AlertPage() {
  const alert = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading
        eyebrow={<Link to="/admin/alerts">{alertWords.alertManagement}</Link>}
        title={alert.name}
        intro={alert.advice}
      />
      <Facts
        facts={[
          { label: alertWords.state, value: <AlertState {...alert} /> },
          { label: alertWords.whatIsMeasured, value: alert.measures },
          { label: alertWords.troubleIs, value: alert.limit },
          { label: alertWords.atItsWorst, value: alert.worst },
        ]}
      />
      <div className="mt-12">
        <Section id="steps" title={alertWords.history}>
          <AlertHistory steps={alert.history} />
        </Section>
        <Section id="move" title={alertWords.whatHappensNext}>
          <MoveForm key={alert.history.length} state={alert.state} reply={reply} />
        </Section>
      </div>
    </>
  );
}
