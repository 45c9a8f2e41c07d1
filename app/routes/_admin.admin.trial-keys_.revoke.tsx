import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Facts } from "~/components/admin/facts";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { TIER_LABELS } from "~/domain/plans/tiers";
import { readTrialKey } from "~/domain/administration/every-trial-key.server";
import { adminLoader, notFound } from "~/http/loaders.server";
import { revokeKeyWords } from "~/words/admin/revoke-key";

export const meta: MetaFunction = () => [{ title: revokeKeyWords.pageTitle }];

/** Asks before a key is taken back; the page of the keys does it. */
export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url }) => {
    const key = await readTrialKey(url.searchParams.get("key")?.slice(0, 200) ?? "");
    if (!key) throw notFound();
    const { id, masked, tier, days, redeemed, maxRedemptions, note } = key;
    return {
      id,
      masked,
      tier,
      days,
      redeemed: revokeKeyWords.redeemedOf({ redeemed, maxRedemptions }),
      note,
    };
  });

export default function RevokePage() {
  const key = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading title={revokeKeyWords.revokeThisKey} intro={revokeKeyWords.revokeThisKeyIntro} />
      <Facts
        facts={[
          { label: revokeKeyWords.key, value: <span className="font-mono">{key.masked}</span> },
          {
            label: revokeKeyWords.gives,
            value: revokeKeyWords.planForDays({ plan: TIER_LABELS[key.tier], days: key.days }),
          },
          { label: revokeKeyWords.redeemed, value: key.redeemed },
          { label: revokeKeyWords.note, value: key.note || "–" },
        ]}
      />
      <Form method="post" action="/admin/trial-keys" className="mt-8 flex flex-wrap gap-3">
        <FormProtection />
        <input type="hidden" name="key" value={key.id} />
        <SubmitButton
          name="intent"
          value="revoke"
          variant="danger"
          pendingText={revokeKeyWords.revokeTheKeyBusy}
        >
          {revokeKeyWords.revokeTheKey}
        </SubmitButton>
        <ButtonLink to="/admin/trial-keys" variant="quiet">
          {revokeKeyWords.goBack}
        </ButtonLink>
      </Form>
    </>
  );
}
