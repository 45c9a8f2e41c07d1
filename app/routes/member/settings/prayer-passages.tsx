import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
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

export const meta: MetaFunction = () => [{ title: t("Passages from your director · Still and Know") }];

const PAGE = paths.settingsPrayerPassages();

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => Promise.resolve({ passages: assignedPassages(member) }));

const AssignedSchema = z.object({
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
    { schema: AssignedSchema, stored: storedPassages },
    async ({ member, value: { intent, passages }, refuse }) => {
      if (intent === "clear" || passages.trim() === "") {
        await clearAssignedPassages(member);
        return redirectWithToast(PAGE, { title: t("Your own plan is back"), tone: "info" });
      }
      const saved = await saveAssignedPassages(member, passages);
      if (!saved.ok) return refuse({ status: 400, fields: { passages: saved.faults } });
      return redirectWithToast(PAGE, { title: t("Saved"), tone: "success" });
    },
  );

export default function AssignedPassagesPage() {
  const { passages } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [form, fields] = useForm<{ passages: string }>({
    id: "given",
    lastResult: reply?.lastResult,
    defaultValue: { passages },
  });
  return (
    <SettingsPage>
      <p className="mb-6 max-w-measure text-muted">
        {t(
          "Passages from a spiritual director, a retreat or a group. They replace your morning’s passage on their days; after the last one your own plan returns. Only you see them.",
        )}
      </p>
      <PostForm key={passages} {...getFormProps(form)} noValidate className="grid grid-cols-1 gap-5">
        <Field
          meta={fields.passages}
          label={t("Passages")}
          hint={t(
            "One per line. Add a date to fix its day; lines without one are used in order. Add a note after a hyphen: 2027-03-01 John 15:1-8 - where you are grafted in. At most {most} lines.",
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
    </SettingsPage>
  );
}
