import { MANIFEST } from "~/domain/support/manifest";
import { publicFile } from "~/http/public-file.server";

/** What a device shows of the installed application. */
export const loader = () => publicFile(JSON.stringify(MANIFEST, null, 2), "application/manifest+json");
