import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData, type Params } from "@remix-run/react";
import * as addresses from "~/addresses";
import { CheckboxField, Field } from "~/components/forms/field";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { PageHeading } from "~/components/ui/page-heading";
import { changeRule, listRules } from "~/domain/administration/alerts/alerts.server";
import { isRuleKey } from "~/domain/administration/alerts/rules-data";
import { AlertRuleSchema } from "~/domain/administration/alerts/schema";
import type { Member } from "~/domain/member/member";
import { adminAction } from "~/http/form/guarded-actions.server";
import { adminLoader, notFound } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { t } from "~/i18n/t";

export const meta: MetaFunction = () => [{ title: t("Alert rule · Still and Know") }];

async function ruleNamed(ruleKey: string | undefined) {
  const rule = (await listRules()).find(({ key }) => key === ruleKey);
  if (!rule) throw notFound();
  return rule;
}

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ params }) => {
    const rule = await ruleNamed(params.ruleKey);
    const { name, measures, unit, trouble, threshold, usual, enabled, mail } = rule;
    return { name, measures, unit, trouble, threshold, usual, enabled, mail };
  });

const storedThreshold = async (_form: FormData, _member: Member, { ruleKey }: Params) => ({
  threshold: String((await ruleNamed(ruleKey)).threshold),
});

export const action = (args: ActionFunctionArgs) =>
  adminAction(
    args,
    { schema: AlertRuleSchema, stored: storedThreshold, once: true },
    async ({ params, member, value }) => {
      const { ruleKey } = params;
      if (!isRuleKey(ruleKey)) throw notFound();
      const { threshold, enabled, mail } = value;
      await changeRule(member, ruleKey, { threshold, enabled: enabled === "on", mail: mail === "on" });
      return redirectWithToast(addresses.adminAlerts(), { title: t("Rule saved"), tone: "success" });
    },
  );

export default function RulePage() {
  const rule = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [form, fields] = useForm<{ threshold: string; enabled: string; mail: string }>({
    id: "rule",
    lastResult: reply?.lastResult,
    defaultValue: {
      threshold: String(rule.threshold),
      enabled: rule.enabled ? "on" : "",
      mail: rule.mail ? "on" : "",
    },
  });
  return (
    <>
      <PageHeading
        eyebrow={<Link to={addresses.adminAlerts()}>{t("Alert Management")}</Link>}
        title={rule.name}
        intro={rule.measures}
      />
      <PostForm {...getFormProps(form)} noValidate className="grid max-w-md grid-cols-1 gap-5">
        <Field
          meta={fields.threshold}
          label={
            rule.trouble === "above"
              ? t("Alert when above ({unit})", { unit: rule.unit })
              : t("Alert when below ({unit})", { unit: rule.unit })
          }
          hint={t("Default: {usual}", { usual: rule.usual })}
          type="number"
          min={0}
          step="any"
          inputMode="decimal"
        />
        <CheckboxField meta={fields.enabled} label={t("Watch this")} />
        <CheckboxField
          meta={fields.mail}
          label={t("Email administrators when it opens and when it is over")}
        />
        <div>
          <SubmitButton name="intent" value="save" pendingText={t("Saving…")}>
            {t("Save the rule")}
          </SubmitButton>
        </div>
      </PostForm>
    </>
  );
}
