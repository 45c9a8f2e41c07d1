import { scriptFile } from "~/http/public-file.server";

/** At the root, so that it serves the whole site; never kept by a browser, so that a new one is found at once. */
export const loader = () => scriptFile("service-worker");
