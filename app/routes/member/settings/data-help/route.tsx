import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { SettingsPage } from "~/components/settings/settings-page";
import { Prose } from "~/components/ui/prose";
import { bookmarklet } from "~/domain/journal/pages/free-page.server";
import { PICTURE_LIMITS } from "~/domain/journal/pictures/picture";
import { exportGuides } from "~/domain/portability/formats/format-guides.server";
import { absoluteUrl } from "~/http/api.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Moving in · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async () => ({
    guides: exportGuides(),
    picturesEach: PICTURE_LIMITS.each,
    bookmarklet: bookmarklet(absoluteUrl(paths.share())),
  }));

/** Guides for importing from other apps, and the bookmarklet. */
export default function MovingInPage() {
  const page = useLoaderData<typeof loader>();
  return (
    <SettingsPage>
      <p className="mb-4 text-sm">
        <Link to={paths.settingsData()}>{t("Back to Data")}</Link>
      </p>
      <Prose>
        <h2>{t("Your journal in another app")}</h2>
        <p>
          <Trans>
            Export there, then choose the file in <Link to={paths.settingsData()}>Data</Link>. You’ll see what
            will be imported first.
          </Trans>
        </p>
        <p>
          {t(
            "Pictures come with their entries, {picturesEach} for each at most: in their place where the file notes it, else below the text. Before you decide you see how much stays behind.",
            { picturesEach: page.picturesEach },
          )}
        </p>
        {page.guides.map(({ source, name, steps, stays }) => (
          <section key={source} aria-label={name}>
            <h3>{name}</h3>
            <ol>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            {stays && <p>{stays}</p>}
          </section>
        ))}
        <h2>{t("From a phone")}</h2>
        <p>
          <Trans>
            Add this site to your home screen. Then “Still and Know” is among the places that other apps can
            share to: the free page opens with the text, and nothing is saved before you press the button. On
            an iPhone only apps from the App Store can be shared to; copy and paste there.
          </Trans>
        </p>
        <h2>{t("From a web page")}</h2>
        <p>
          <Trans>
            Make a bookmark in your browser and put this in as its address. When you open it on any page, the
            free page opens here with its title, its address, and the words you have marked.
          </Trans>
        </p>
      </Prose>
      <label htmlFor="bookmarklet" className="mb-1.5 mt-4 block font-medium">
        {t("The bookmark’s address")}
      </label>
      <textarea
        dir="auto"
        id="bookmarklet"
        readOnly
        rows={4}
        value={page.bookmarklet}
        className="control max-w-measure break-all font-mono text-sm [field-sizing:content]"
      />
    </SettingsPage>
  );
}
