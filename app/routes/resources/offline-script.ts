import { scriptResponse } from "~/http/responses.server";

/** The script of the page that the service worker shows without a connection. */
export const loader = () => scriptResponse("offline-page");
