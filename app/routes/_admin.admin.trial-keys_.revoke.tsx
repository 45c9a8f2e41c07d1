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

export const meta: MetaFunction = () => [{ title: "Revoke a key · Still and Know" }];

/** Asks before a key is taken back; the page of the keys does it. */
export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url }) => {
    const key = await readTrialKey(url.searchParams.get("key")?.slice(0, 200) ?? "");
    if (!key) throw notFound();
    const { id, masked, tier, days, redeemed, maxRedemptions, note } = key;
    return { id, masked, tier, days, redeemed: `${redeemed} of ${maxRedemptions}`, note };
  });

export default function RevokePage() {
  const key = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading
        title="Revoke this key?"
        intro="Nobody can redeem it any more. Whoever has redeemed it keeps their days."
      />
      <Facts
        facts={[
          { label: "Key", value: <span className="font-mono">{key.masked}</span> },
          { label: "Gives", value: `${TIER_LABELS[key.tier]}, ${key.days} days` },
          { label: "Redeemed", value: key.redeemed },
          { label: "Note", value: key.note || "–" },
        ]}
      />
      <Form method="post" action="/admin/trial-keys" className="mt-8 flex flex-wrap gap-3">
        <FormProtection />
        <input type="hidden" name="key" value={key.id} />
        <SubmitButton name="intent" value="revoke" variant="danger" pendingText="One moment…">
          Revoke the key
        </SubmitButton>
        <ButtonLink to="/admin/trial-keys" variant="quiet">
          Go back
        </ButtonLink>
      </Form>
    </>
  );
}
