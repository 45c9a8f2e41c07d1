import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { HouseFields } from "~/components/admin/house-fields";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { useForm } from "~/components/forms/use-form";
import { PageHeading } from "~/components/ui/page-heading";
import type { HouseChoices } from "~/domain/house/choices";
import { saveHouse } from "~/domain/house/house.server";
import { HouseSchema } from "~/domain/house/schema";
import { houseAsChosen } from "~/domain/support/house.server";
import { adminAction } from "~/http/forms.server";
import { adminLoader } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { t } from "~/i18n/t";

export const meta: MetaFunction = () => [{ title: t("This house · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) => adminLoader(args, async () => houseAsChosen());

export const action = (args: ActionFunctionArgs) =>
  adminAction(args, { schema: HouseSchema }, async ({ member, value: { intent: _save, ...choices } }) => {
    await saveHouse(member, choices);
    return redirectWithToast(addresses.adminHouse(), { title: t("Saved"), tone: "success" });
  });

export default function HousePage() {
  const { choices, fixed } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [form, fields] = useForm<HouseChoices>({
    id: "house",
    lastResult: reply?.lastResult,
    defaultValue: choices,
  });
  return (
    <>
      <PageHeading
        title={t("This house")}
        intro={t(
          "What it is called, who may come, and what everyone has. A change is seen everywhere within a minute.",
        )}
      />
      <PostForm {...getFormProps(form)} noValidate className="grid max-w-measure grid-cols-1 gap-6">
        <HouseFields fields={fields} fixed={fixed} />
        <p>
          <SubmitButton name="intent" value="save" pendingText={t("Saving…")}>
            {t("Save")}
          </SubmitButton>
        </p>
      </PostForm>
    </>
  );
}
