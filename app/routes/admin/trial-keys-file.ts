import type { LoaderFunctionArgs } from "@remix-run/node";
import { listTrialKeys } from "~/domain/plans/trial-keys/trial-keys.server";
import { adminListCsv } from "~/http/admin-list.server";
import { adminLoader } from "~/http/guards.server";
import { KEY_LIST } from "./trial-keys/route";

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, (context) => adminListCsv(KEY_LIST, listTrialKeys, context));
