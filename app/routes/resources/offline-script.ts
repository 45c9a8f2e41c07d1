import { scriptResponse } from "~/http/responses.server";

/** Script of the offline page. */
export const loader = () => scriptResponse("offline-page");
