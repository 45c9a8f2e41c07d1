import { scriptResponse } from "~/http/responses.server";

/** At the root, so that it serves the whole site; never kept by a browser, so that a new one is found at once. */
export const loader = () => scriptResponse("service-worker");
