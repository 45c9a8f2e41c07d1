import { scriptResponse } from "~/http/text-response.server";

/** At the root, so that it serves the whole site; never kept by a browser, so that a new one is found at once. */
export const loader = () => scriptResponse("service-worker");
