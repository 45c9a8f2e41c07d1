import { scriptFile } from "~/http/public-file.server";
import { t } from "~/i18n/t";
import source from "~/worker/service-worker.js?raw";

/** The texts that the worker shows; its script finds them before its first line. */
const TEXTS = {
  name: t("Still and Know"),
  changedOffline: t("Changed offline"),
  changedOfflineTitle: t("{title} (changed offline)", { title: "{title}" }),
};

/** At the root, so that it serves the whole site; never kept by a browser, so that a new one is found at once. */
export const loader = () => scriptFile(`const TEXTS = ${JSON.stringify(TEXTS)};\n${source}`);
