import { listUsers } from "~/domain/administration/users/users.server";
import { adminListCsv } from "~/http/admin-list.server";
import { USER_LIST } from "./users";

export const loader = adminListCsv(USER_LIST, listUsers);
