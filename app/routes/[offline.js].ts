import { scriptFile } from "~/http/public-file.server";
import source from "~/worker/offline-desk.js?raw";

/** The script of the page that the service worker shows without a connection. */
export const loader = () => scriptFile(source);
