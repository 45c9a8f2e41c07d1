import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openFreePage } from "~/domain/journal/pages/free-page.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { FreeForm } from "./free/form";

export const meta: MetaFunction = () => [{ title: t("New page · Still and Know") }];

/** The Web Share Target: a free page filled with the shared text. Nothing is saved before its form is submitted. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, ({ url, member }) => {
    const param = (name: string) => url.searchParams.get(name);
    const shared = { title: param("title"), text: param("text"), url: param("url") };
    return openFreePage(member, { date: null, prayer: null, passage: null, shared });
  });

export default function SharePage() {
  return <FreeForm page={useLoaderData<typeof loader>()} />;
}
