import type { LoaderFunctionArgs } from "@remix-run/node";
import { dailyStatsColumns, rangeFrom } from "~/domain/administration/statistics/daily-stats";
import { readAnalytics } from "~/domain/administration/statistics/daily-stats.server";
import { audit } from "~/domain/operations/audit-log.server";
import { adminLoader } from "~/http/guards.server";
import { csvResponse } from "~/http/responses.server";

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url, member }) => {
    const { days, isSmall } = await readAnalytics(rangeFrom(url.searchParams.get("days")));
    await audit({ kind: "admin.figures_exported", actorId: member.id });
    return csvResponse("analytics", dailyStatsColumns(isSmall), [days]);
  });
