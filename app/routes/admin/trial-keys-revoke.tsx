import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Facts } from "~/components/admin/facts";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { TIER_LABELS } from "~/domain/member/plan";
import { readTrialKey } from "~/domain/plans/trial-keys/trial-keys.server";
import { adminLoader, notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Revoke a key · Still and Know") }];

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
      redeemed: t("{redeemed} of {maxRedemptions}", { redeemed, maxRedemptions }),
      note,
    };
  });

export default function RevokePage() {
  const key = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading
        title={t("Revoke this key?")}
        intro={t("No one can redeem it any more. Anyone who has redeemed it keeps their days.")}
      />
      <Facts
        facts={[
          { label: t("Key"), value: <span className="font-mono">{key.masked}</span> },
          {
            label: t("Gives"),
            value: t("{plan}, {days} days", { plan: TIER_LABELS[key.tier], days: key.days }),
          },
          { label: t("Redeemed"), value: key.redeemed },
          { label: t("Note"), value: key.note || "–" },
        ]}
      />
      <PostForm action={paths.adminTrialKeys()} className="mt-8 flex flex-wrap gap-3">
        <input type="hidden" name="key" value={key.id} />
        <SubmitButton name="intent" value="revoke" variant="danger" pendingText={t("One moment…")}>
          {t("Revoke the key")}
        </SubmitButton>
        <ButtonLink to={paths.adminTrialKeys()} variant="quiet">
          {t("Go back")}
        </ButtonLink>
      </PostForm>
    </>
  );
}
