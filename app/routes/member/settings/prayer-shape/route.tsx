import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { PageHeading } from "~/components/ui/page-heading";
import { notInPlan } from "~/domain/journal/prompt-sets/all";
import { SHAPE_FIELDS } from "~/domain/journal/reflection/shape-fields";
import { SHAPE_REFUSALS, ShapeSchema } from "~/domain/journal/reflection/shape-schema";
import { saveShape, shapeChoices } from "~/domain/journal/reflection/shape.server";
import type { Member } from "~/domain/member/member";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import { ShapeForm } from "./form";

export const meta: MetaFunction = () => [{ title: t("Your own morning and evening · Still and Know") }];

const HERE = addresses.settingsPrayerShape();

/** A person's own shape of the day. It belongs to everyone, whatever the plan. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => ({
    groups: await shapeChoices(member),
    shape: member.prayer.shape,
  }));

const storedShape = (form: FormData, { prayer }: Member) => {
  const slot = form.get("slot");
  const names = slot === "morning" || slot === "evening" ? prayer.shape[slot] : [];
  return Object.fromEntries(SHAPE_FIELDS.map((field, at) => [field, names[at] ?? ""]));
};

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: ShapeSchema, stored: storedShape }, async ({ member, value, refuse }) => {
    const places = value.intent === "save" ? SHAPE_FIELDS.map((name) => value[name]) : [];
    const result = await saveShape(member, value.slot, places);
    if (!result.ok) {
      const { status, text } =
        result.code === "not_in_plan"
          ? { status: 403, text: notInPlan(result.set) }
          : SHAPE_REFUSALS[result.code];
      return refuse({ status, fields: { [SHAPE_FIELDS[result.at] ?? "part1"]: [text] } });
    }
    return redirectWithToast(HERE, { title: t("Saved"), tone: "success" });
  });

export default function ShapePage() {
  const { groups, shape } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading
        title={t("Your own morning and evening")}
        intro={
          <Trans>
            Choose up to six questions for each, in the order in which you want to answer them. Where you
            choose none, your prompt set asks. You can write{" "}
            <Link to={addresses.ownPrompts()}>questions of your own</Link> first.
          </Trans>
        }
      />
      <div className="grid grid-cols-1 gap-14 lg:grid-cols-2">
        {(["morning", "evening"] as const).map((slot) => (
          <ShapeForm
            key={`${slot} ${shape[slot].join(" ")}`}
            slot={slot}
            chosen={shape[slot]}
            groups={groups}
            reply={reply?.lastResult.initialValue?.slot === slot ? reply : undefined}
          />
        ))}
      </div>
      <p className="mt-12">
        <Link to={addresses.settingsPrayer()} className="inline-flex min-h-11 items-center">
          {t("Prayer settings")}
        </Link>
      </p>
    </>
  );
}
