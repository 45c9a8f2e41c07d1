import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Field } from "~/components/forms/field";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { SettingsPage } from "~/components/settings/settings-page";
import type { Member } from "~/domain/member/member";
import { MAX_ASSIGNED } from "~/domain/ways/assigned-passages";
import {
  assignedPassages,
  clearAssignedPassages,
  saveAssignedPassages,
} from "~/domain/ways/assigned-passages.server";
import { redirectWithToast } from "~/http/cookies.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Passages that you were given · Still and Know") }];

const PAGE = paths.settingsPrayerPassages();

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => Promise.resolve({ passages: assignedPassages(member) }));

const GivenSchema = z.object({
  intent: z.enum(["save", "clear"]).default("save"),
  passages: z
    .string()
    .max(40_000, t("Please use {most} lines or fewer.", { most: MAX_ASSIGNED }))
    .default(""),
});

const storedPassages = (_form: FormData, member: Member) => ({ passages: assignedPassages(member) });

export const action = (args: ActionFunctionArgs) =>
  memberAction(
    args,
    { schema: GivenSchema, stored: storedPassages },
    async ({ member, value: { intent, passages }, refuse }) => {
      if (intent === "clear" || passages.trim() === "") {
        await clearAssignedPassages(member);
        return redirectWithToast(PAGE, { title: t("Your mornings are as they were before"), tone: "info" });
      }
      const saved = await saveAssignedPassages(member, passages);
      if (!saved.ok) return refuse({ status: 400, fields: { passages: saved.faults } });
      return redirectWithToast(PAGE, { title: t("Saved"), tone: "success" });
    },
  );

export default function GivenPassagesPage() {
  const { passages } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [form, fields] = useForm<{ passages: string }>({
    id: "given",
    lastResult: reply?.lastResult,
    defaultValue: { passages },
  });
  return (
    <SettingsPage>
      <h2 className="mb-3 text-xl">{t("Passages that you were given")}</h2>
      <p className="mb-6 max-w-measure text-muted">
        {t(
          "A spiritual director, a retreat or a group may give you passages. They take the place of your morning’s passage on their days; after the last one your own plan is back. Only you see them.",
        )}
      </p>
      <PostForm key={passages} {...getFormProps(form)} noValidate className="grid grid-cols-1 gap-5">
        <Field
          meta={fields.passages}
          label={t("A passage on each line")}
          hint={t(
            "With its day, or without: then one each morning, in order. A note may follow after a hyphen: 2027-03-01 John 15:1-8 - where you are grafted in. At most {most} lines.",
            { most: MAX_ASSIGNED },
          )}
          multiline
          rows={12}
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton name="intent" value="save" pendingText={t("Saving…")}>
            {t("Save")}
          </SubmitButton>
          {passages && (
            <SubmitButton name="intent" value="clear" variant="quiet">
              {t("Remove all of them")}
            </SubmitButton>
          )}
        </div>
      </PostForm>
      <p className="mt-8">
        <Link to={paths.settingsPrayer()} className="inline-flex min-h-11 items-center">
          {t("Prayer settings")}
        </Link>
      </p>
    </SettingsPage>
  );
}
