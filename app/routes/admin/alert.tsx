import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { AlertState, Facts, Section } from "~/components/admin/facts";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { PageHeading } from "~/components/ui/page-heading";
import { alertRule, describeThreshold, formatWithUnit } from "~/domain/administration/alerts/alert-rules";
import { AlertChangeSchema, changeAlertState, readAlert } from "~/domain/administration/alerts/alerts.server";
import { utcSecond } from "~/domain/calendar/local-day";
import { redirectWithToast } from "~/http/cookies.server";
import { adminAction } from "~/http/form/guarded-actions.server";
import { adminLoader, notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Alert · Still and Know") }];

const DONE = {
  acknowledge: t("Alert acknowledged"),
  resolve: t("Alert resolved"),
} as const;

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ params }) => {
    const alert = await readAlert(params.alertId ?? "");
    if (!alert) throw notFound();
    const rule = alertRule(alert.rule);
    return {
      id: alert.id,
      name: alert.name,
      state: alert.state,
      severity: alert.severity,
      measures: rule.measures,
      advice: rule.advice,
      page: rule.page ?? null,
      limit: describeThreshold(rule.trouble, alert.threshold, alert.unit),
      worst: formatWithUnit(alert.worst, alert.unit),
      history: alert.history.map((step) => ({ ...step, at: utcSecond(step.at) })),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  adminAction(args, { schema: AlertChangeSchema, once: true }, async ({ params, member, value, refuse }) => {
    const alertId = params.alertId ?? "";
    if (await changeAlertState(member, alertId, value.intent))
      return redirectWithToast(paths.adminAlert(alertId), { title: DONE[value.intent], tone: "success" });
    if (!(await readAlert(alertId))) throw notFound();
    const text = t("Someone else has already taken this alert. Please look at its history.");
    return refuse({ status: 409, notice: { title: t("Nothing was changed"), text } });
  });

export default function AlertPage() {
  const alert = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading
        eyebrow={<Link to={paths.adminAlerts()}>{t("Alert Management")}</Link>}
        title={alert.name}
        intro={
          <>
            <p>{alert.advice}</p>
            {alert.page && (
              <p>
                <Link
                  to={alert.page.to}
                  reloadDocument={alert.page.to === paths.safety()}
                  className="inline-flex min-h-11 items-center"
                >
                  {alert.page.label}
                </Link>
              </p>
            )}
          </>
        }
      />
      <Facts
        facts={[
          { label: t("State"), value: <AlertState {...alert} /> },
          { label: t("What is measured"), value: alert.measures },
          { label: t("Threshold"), value: alert.limit },
          { label: t("Worst value"), value: alert.worst },
        ]}
      />
      <div className="mt-12">
        {reply?.notice && <FormNotice title={reply.notice.title} text={reply.notice.text} />}
        <Section id="steps" title={t("History")}>
          <AlertHistory steps={alert.history} />
        </Section>
        {alert.state !== "resolved" && (
          <Section id="move" title={t("What happens next")}>
            <MoveForm state={alert.state} />
          </Section>
        )}
      </div>
    </>
  );
}

const STEP_NAMES = {
  opened: t("Opened"),
  acknowledged: t("Acknowledged"),
  calmed: t("Ended on its own"),
  resolved: t("Resolved"),
} as const;

type Step = { at: string; what: keyof typeof STEP_NAMES; by: number | null };

function AlertHistory({ steps }: { steps: Step[] }) {
  return (
    <ol className="divide-y divide-line border-y border-line">
      {steps.map(({ at, what, by }, index) => (
        <li key={`${index} ${at}`} className="py-3">
          <span className="font-medium">{STEP_NAMES[what]}</span>{" "}
          <span className="text-sm text-muted">
            {by === null ? t("{at} UTC, by the server", { at }) : t("{at} UTC, by user {by}", { at, by })}
          </span>
        </li>
      ))}
    </ol>
  );
}

function MoveForm({ state }: { state: "open" | "acknowledged" }) {
  return (
    <PostForm className="flex flex-wrap gap-3">
      {state === "open" && (
        <SubmitButton name="intent" value="acknowledge" pendingText={t("One moment…")}>
          {t("Acknowledge")}
        </SubmitButton>
      )}
      <SubmitButton
        name="intent"
        value="resolve"
        variant={state === "open" ? "quiet" : "primary"}
        pendingText={t("One moment…")}
      >
        {t("Resolve")}
      </SubmitButton>
    </PostForm>
  );
}
