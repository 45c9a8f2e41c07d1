import { thisHouse } from "~/domain/support/house.server";
import { manifestOf } from "~/domain/support/manifest";
import { publicFile } from "~/http/public-file.server";

/** What a device shows of the installed application. */
export const loader = () =>
  publicFile(JSON.stringify(manifestOf(thisHouse()), null, 2), "application/manifest+json");
