import type { MetaFunction } from "@remix-run/node";
import { OfflineNotice } from "~/components/feedback/offline-notice";
import { OFFLINE_TEXTS } from "~/words/info/offline-texts";
import { offlineWords } from "~/words/info/offline";

export const meta: MetaFunction = () => [
  { title: offlineWords.pageTitle({ title: OFFLINE_TEXTS.title }) },
  { name: "robots", content: "noindex" },
];

/** What a lost connection looks like, to read. The page to write on is /offline/desk. */
export default function Offline() {
  return <OfflineNotice again="/dashboard" />;
}
