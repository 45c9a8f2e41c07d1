import { getFormProps, getSelectProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { InstanceFields } from "~/components/admin/fields";
import { ChoiceField } from "~/components/forms/choice-field";
import { FieldErrors } from "~/components/forms/field";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { PageHeading } from "~/components/ui/page-heading";
import { InstanceSchema } from "~/domain/accounts/schema";
import { instanceSettingsForm } from "~/domain/accounts/support/instance.server";
import { localFeastProblems } from "~/domain/calendar/local-feasts-file.server";
import type { InstanceSettings } from "~/domain/operations/instance-settings";
import { saveInstanceSettings } from "~/domain/operations/instance-settings.server";
import { waysToShare } from "~/domain/ways/assigned-passages.server";
import { redirectWithToast } from "~/http/cookies.server";
import { adminAction } from "~/http/form/guarded-actions.server";
import { adminLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("This site · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async () => ({
    ...instanceSettingsForm(),
    ways: waysToShare(),
    feastProblems: localFeastProblems(),
  }));

export const action = (args: ActionFunctionArgs) =>
  adminAction(
    args,
    { schema: InstanceSchema, stored: () => instanceSettingsForm().choices },
    async ({ member, refuse, value: { intent: _save, ...choices } }) => {
      const { sharedWay = "" } = choices;
      if (sharedWay && !waysToShare().some(({ id }) => id === sharedWay))
        return refuse({ status: 400, fields: { sharedWay: [t("This way is no longer here.")] } });
      const { houseName = "", welcome = "" } = choices;
      await saveInstanceSettings(member, { ...choices, houseName, welcome, sharedWay });
      return redirectWithToast(paths.adminHouse(), { title: t("Saved"), tone: "success" });
    },
  );

export default function InstancePage() {
  const { choices, fixed, ways, feastProblems } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [form, fields] = useForm<InstanceSettings>({
    id: "house",
    lastResult: reply?.lastResult,
    defaultValue: choices,
  });
  return (
    <>
      <PageHeading
        title={t("This site")}
        intro={t("Its name, who can register, and what is included. A change takes effect within a minute.")}
      />
      <PostForm {...getFormProps(form)} noValidate className="grid max-w-measure grid-cols-1 gap-6">
        <InstanceFields fields={fields} fixed={fixed} />
        <div>
          <label htmlFor={fields.sharedWay.id} className="mb-1.5 block font-medium">
            {t("Pray a way together")}
          </label>
          <p id={fields.sharedWay.descriptionId} className="mb-2 text-sm text-muted">
            {t("It is shown on the front page and to everyone who is signed in. No one is counted.")}
          </p>
          <select
            {...getSelectProps(fields.sharedWay)}
            key={fields.sharedWay.key}
            aria-describedby={fields.sharedWay.descriptionId}
            className="control"
          >
            <option value="">{t("None")}</option>
            {ways.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <FieldErrors id={fields.sharedWay.errorId} errors={fields.sharedWay.errors} />
        </div>
        <ChoiceField
          meta={fields.wayOnToday}
          legend={t("Also show its day on the public Today page?")}
          options={[
            { value: "off", label: t("No, show the passage of the season") },
            { value: "on", label: t("Yes, and in its feed") },
          ]}
        />
        <ChoiceField
          meta={fields.prayerList}
          legend={t("A prayer list for everyone here?")}
          hint={t(
            "Anyone with an account here can ask for prayer, for 7 or 30 days. No one can see who reads or prays.",
          )}
          options={[
            { value: "off", label: t("No") },
            { value: "open", label: t("Yes") },
            {
              value: "reviewed",
              label: t("Yes, after an administrator or a keeper has read each request"),
              text: t("You name a keeper on the page of their account, under User Management."),
            },
          ]}
        />
        <p>
          <SubmitButton name="intent" value="save" pendingText={t("Saving…")}>
            {t("Save")}
          </SubmitButton>
        </p>
      </PostForm>
      {feastProblems.length > 0 && (
        <section aria-labelledby="feasts" className="mt-10 max-w-measure">
          <h2 id="feasts" className="mb-2 text-xl">
            {t("Days of your church")}
          </h2>
          <p className="mb-2">{t("These lines of days.txt cannot be read. The others are in use.")}</p>
          <ul className="list-disc space-y-1 pl-5">
            {feastProblems.map(({ words }) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
