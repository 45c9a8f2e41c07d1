import type { LoaderFunctionArgs } from "@remix-run/node";
import { libraryFile } from "~/http/admin-file.server";
import { adminLoader } from "~/http/loaders.server";

/** The operator's changes of the library as a file: nobody's words, and so a plain link. */
export const loader = (args: LoaderFunctionArgs) => adminLoader(args, libraryFile);
