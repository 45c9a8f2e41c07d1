import { scriptFile } from "~/http/public-file.server";

/** The script of the page that the service worker shows without a connection. */
export const loader = () => scriptFile("offline-page");
