import type { MetaFunction } from "@remix-run/node";
import { PageHeading } from "~/components/ui/page-heading";
import { Prose } from "~/components/ui/prose";
import { COOKIES } from "~/domain/accounts/support/cookies";
import { pageMeta } from "~/domain/accounts/support/public-pages";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

export const meta: MetaFunction = () =>
  pageMeta(
    t("Cookie Policy"),
    t("Every cookie we set, what it is for and how long it lasts. None is for tracking."),
  );

export default function Cookies() {
  return (
    <>
      <PageHeading
        title={t("Cookie Policy")}
        intro={
          <p>
            <Trans>A few small cookies, all of them our own. None follows you, here or anywhere else.</Trans>
          </p>
        }
      />
      <dl className="max-w-measure border-t border-line">
        {COOKIES.map(({ name, purpose, lasts }) => (
          <div key={name} className="border-b border-line py-5">
            <dt className="font-mono text-sm font-medium">{name}</dt>
            <dd className="mt-1">{purpose}</dd>
            <dd className="mt-1 text-sm text-muted">{lasts}</dd>
          </div>
        ))}
      </dl>
      <Prose className="mt-10">
        <p>
          <Trans>
            Over a secure connection the names begin with <code className="font-mono text-sm">__Host-</code>,
            which ties them to this very address. No script can read any of them.
          </Trans>
        </p>
        <h2>{t("Why there is no banner")}</h2>
        <p>
          <Trans>
            Because there is nothing to ask. These cookies are needed for what you came to do, such as signing
            in. There are no cookies for advertising or statistics, and none from any third party.
          </Trans>
        </p>
        <h2>{t("If you refuse them")}</h2>
        <p>
          <Trans>
            You can read all public pages without cookies. Signing in needs them. You can delete them in your
            browser at any time; you are then signed out, and nothing you have written is lost.
          </Trans>
        </p>
      </Prose>
    </>
  );
}
