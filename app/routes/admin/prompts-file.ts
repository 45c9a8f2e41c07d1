import type { LoaderFunctionArgs } from "@remix-run/node";
import { libraryDownload } from "~/http/admin-download.server";
import { adminLoader } from "~/http/loaders.server";

export const loader = (args: LoaderFunctionArgs) => adminLoader(args, libraryDownload);
