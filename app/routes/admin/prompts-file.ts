import type { LoaderFunctionArgs } from "@remix-run/node";
import { libraryFile } from "~/http/admin-file.server";
import { adminLoader } from "~/http/loaders.server";

/** The operator's changes of the library as a file: no one's words are in it, so a plain link will do. */
export const loader = (args: LoaderFunctionArgs) => adminLoader(args, libraryFile);
