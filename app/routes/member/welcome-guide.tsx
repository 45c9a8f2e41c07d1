import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { PostForm } from "~/components/forms/post-form";
import { GuideStepText } from "~/components/onboarding/guide-step";
import { Button, ButtonLink } from "~/components/ui/button";
import GUIDE_TEXTS from "~/content/guides.yaml";
import { markGuideSeen } from "~/domain/accounts/onboarding/anonymous-prayer.server";
import { GUIDES, parseGuideStep, type GuideKey } from "~/domain/accounts/onboarding/guides";
import type { FormReply } from "~/http/form/form-options.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader, notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: t("{guide} · Still and Know", { guide: shown ? GUIDE_TEXTS[shown.guide].name : t("Welcome") }) },
];

function requestedGuide(name: string | undefined): GuideKey {
  const guide = GUIDES.find((key) => key === name);
  if (!guide) throw notFound();
  return guide;
}

/** Guide with one page per step, for browsers without script and for reading it again. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params, url }) => {
    const guide = requestedGuide(params.guide);
    return { guide, step: parseGuideStep(url.searchParams.get("step"), GUIDE_TEXTS[guide].steps.length) };
  });

/** Stores that the guide is done. The dialog sends `_auto` and stays on its page. */
export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: z.object({ _auto: z.string().optional() }) }, async (context) => {
    await markGuideSeen(context.member, requestedGuide(context.params.guide));
    if (context.value._auto === "1") return data<FormReply>({ lastResult: { status: "success" } });
    return redirect(paths.dashboard());
  });

export default function GuidePage() {
  const { guide, step } = useLoaderData<typeof loader>();
  const { steps, buttons } = GUIDE_TEXTS[guide];
  const last = step === steps.length;
  const address = (to: number) => paths.welcomeGuide(guide, { step: to });
  return (
    <section className="max-w-measure">
      <GuideStepText guide={guide} step={step} as="h1" headingId="guide-step" />
      <div className="mt-10 flex flex-wrap items-center gap-3">
        {!last && <ButtonLink to={address(step + 1)}>{buttons.next}</ButtonLink>}
        <PostForm className={last ? "order-first" : "order-last"}>
          <Button type="submit" variant={last ? "primary" : "quiet"}>
            {last ? buttons.finish : buttons.skip}
          </Button>
        </PostForm>
        {step > 1 && (
          <ButtonLink to={address(step - 1)} variant="quiet">
            {buttons.previous}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
