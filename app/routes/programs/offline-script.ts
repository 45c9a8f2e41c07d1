import { scriptFile } from "~/http/public-file.server";
import code from "~/worker/offline-page.ts?script";

/** The script of the page that the service worker shows without a connection. */
export const loader = () => scriptFile(code);
