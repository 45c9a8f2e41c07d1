import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { SettingsPage } from "~/components/settings/settings-page";
import { DisclosureIcon } from "~/components/ui/disclosure";
import { Prose } from "~/components/ui/prose";
import { bookmarklet } from "~/domain/journal/pages/free-page.server";
import { PICTURE_LIMITS } from "~/domain/journal/pictures/picture";
import { exportGuides } from "~/domain/portability/formats/format-guides.server";
import { absoluteUrl } from "~/http/api.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Import from another app · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async () => ({
    guides: exportGuides(),
    picturesEach: PICTURE_LIMITS.each,
    bookmarklet: bookmarklet(absoluteUrl(paths.share())),
  }));

type Guide = ReturnType<typeof exportGuides>[number];

/** The guide of a program, folded: there are thirty of them. */
function ProgramGuide({ name, steps, stays }: Omit<Guide, "source">) {
  return (
    <details className="group">
      <summary className="flex min-h-11 items-center py-2 font-medium">
        <DisclosureIcon />
        {name}
      </summary>
      <div className="space-y-3 pb-5 pl-5">
        <ol className="list-decimal space-y-2 pl-5">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {stays && <p className="text-sm text-muted">{stays}</p>}
      </div>
    </details>
  );
}

/** Guides for importing from other apps, and the bookmarklet. */
export default function ImportHelpPage() {
  const page = useLoaderData<typeof loader>();
  return (
    <SettingsPage>
      <p className="mb-4 text-sm">
        <Link to={paths.settingsData()} className="inline-flex min-h-11 items-center">
          {t("Back to Data")}
        </Link>
      </p>
      <Prose>
        <p>
          <Trans>
            Export there, then choose the file in <Link to={paths.settingsData()}>Data</Link>. You’ll see what
            will be imported first, and what will not.
          </Trans>
        </p>
        <p>
          {t(
            "Pictures are imported with their entries, {picturesEach} for each at most: in their place where the file notes it, else below the text.",
            { picturesEach: page.picturesEach },
          )}
        </p>
        <h2 id="programs">{t("Choose your app")}</h2>
      </Prose>
      <ul aria-labelledby="programs" className="mt-3 max-w-measure divide-y divide-line border-y border-line">
        {page.guides.map(({ source, ...guide }) => (
          <li key={source}>
            <ProgramGuide {...guide} />
          </li>
        ))}
      </ul>
      <Prose className="mt-12">
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
      <label htmlFor="bookmarklet" className="mb-1.5 mt-5 block font-medium">
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
