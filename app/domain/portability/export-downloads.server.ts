import type { HistoryFilters } from "~/domain/journal/history/query";
import { downloadTickets } from "~/domain/operations/download-ticket.server";
import type { ExportFormat } from "./formats";

/** What a person wants exported. What was searched for stays out of the address. */
export type ExportWanted = { format: ExportFormat; filters?: HistoryFilters };

export const exportDownloads = downloadTickets<ExportWanted>("export");
