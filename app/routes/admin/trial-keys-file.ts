import { listTrialKeys } from "~/domain/plans/trial-keys/list-trial-keys.server";
import { adminListCsv } from "~/http/admin-list.server";
import { KEY_LIST } from "./trial-keys/route";

export const loader = adminListCsv(KEY_LIST, listTrialKeys);
