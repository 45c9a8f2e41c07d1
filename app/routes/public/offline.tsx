import type { MetaFunction } from "@remix-run/node";
import { OfflineNotice } from "~/components/feedback/offline-notice";
import { OFFLINE_TEXTS } from "~/domain/journal/offline-page";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [
  { title: t("{title} · Still and Know", { title: OFFLINE_TEXTS.title }) },
  { name: "robots", content: "noindex" },
];

/** Read-only preview of the offline message. The page to write on is /offline/desk. */
export default function Offline() {
  return <OfflineNotice again={paths.dashboard()} />;
}
