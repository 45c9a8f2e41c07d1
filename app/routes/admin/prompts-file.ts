import type { LoaderFunctionArgs } from "@remix-run/node";
import { libraryDownload } from "~/http/admin-list.server";
import { adminLoader } from "~/http/guards.server";

export const loader = (args: LoaderFunctionArgs) => adminLoader(args, libraryDownload);
