import { numberInWords } from "~/domain/calendar/locale";
import { t } from "~/i18n/t";
import { env } from "~/platform/env.server";

/** What a form with a journal may weigh, as the administrator of this house has set it. */
export const importBytes = () => env.IMPORT_MB * 1024 * 1024;
export const importSizeInWords = () => t("{count} MB", { count: numberInWords(env.IMPORT_MB) });
