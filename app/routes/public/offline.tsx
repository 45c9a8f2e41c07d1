import type { MetaFunction } from "@remix-run/node";
import * as addresses from "~/addresses";
import { OfflineNotice } from "~/components/feedback/offline-notice";
import { OFFLINE_TEXTS } from "~/domain/support/offline-texts";
import { t } from "~/i18n/t";

export const meta: MetaFunction = () => [
  { title: t("{title} · Still and Know", { title: OFFLINE_TEXTS.title }) },
  { name: "robots", content: "noindex" },
];

/** What a lost connection looks like, to read. The page to write on is /offline/desk. */
export default function Offline() {
  return <OfflineNotice again={addresses.dashboard()} />;
}
