import { Link } from "@remix-run/react";
import { usePolling } from "~/browser/use-polling";
import { Banner } from "~/components/ui/banner";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

const LOOK_AGAIN_MS = 2_000;

/** An insight is being written. With script the page looks again every few seconds; without, there is a link. */
export function InsightPending({ to }: { to: string }) {
  usePolling(LOOK_AGAIN_MS);
  return (
    <Banner title={t("Your insight is being written")} role="status">
      <p>
        <Trans>
          This takes a few seconds. <Link to={to}>Look again</Link>
        </Trans>
      </p>
    </Banner>
  );
}
