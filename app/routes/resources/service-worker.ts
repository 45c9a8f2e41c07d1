import { scriptResponse } from "~/http/responses.server";

/** At the root, so that its scope is the whole site. */
export const loader = () => scriptResponse("service-worker");
