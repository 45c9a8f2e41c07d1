import type { LoaderFunctionArgs } from "@remix-run/node";
import { listUsers } from "~/domain/administration/users/users.server";
import { adminListCsv } from "~/http/admin-list.server";
import { adminLoader } from "~/http/guards.server";
import { USER_LIST } from "./users";

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, (context) => adminListCsv(USER_LIST, listUsers, context));
