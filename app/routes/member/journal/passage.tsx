import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { withTranslation } from "~/components/bible/bible-navigation";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { memberLoader } from "~/http/guards.server";
import * as paths from "~/paths";

/** Redirects from a reference (`?ref=`) to its chapter, in the requested or the default translation; without one to the Bible. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const requested = url.searchParams.get("translation");
    const passage = findPassage(url.searchParams.get("ref") ?? "", requested ?? member.prayer.translation);
    if (!passage) throw redirect(paths.bible());
    const isOwn = requested === null || passage.translation.id === member.prayer.translation;
    return redirect(withTranslation(passage.address, isOwn || passage.lacking !== null ? null : requested));
  });
