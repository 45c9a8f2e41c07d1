import type { MetaFunction } from "@remix-run/node";
import { t } from "~/i18n/t";

/** The form of `/settings` at a path of its own, because on a phone `/settings` shows only the list of groups. */
export { action, default, loader } from "./settings";

export const meta: MetaFunction = () => [{ title: t("Profile · Still and Know") }];
