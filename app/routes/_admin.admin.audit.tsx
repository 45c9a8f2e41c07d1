import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PageHeading } from "~/components/ui/page-heading";
import { listAuditEvents } from "~/domain/audit/log.server";
import { adminLoader } from "~/http/loaders.server";

export const meta: MetaFunction = () => [{ title: "Audit Log · Still and Know" }];

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url }) => {
    const before = Number(url.searchParams.get("before"));
    const { events, older } = await listAuditEvents(
      Number.isSafeInteger(before) && before > 0 ? before : undefined,
    );
    return {
      older,
      isNewest: !url.searchParams.has("before"),
      events: events.map((event) => ({
        ...event,
        at: event.at.toISOString().replace("T", " ").slice(0, 19),
      })),
    };
  });

export default function AuditPage() {
  const { events, older, isNewest } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading
        title="Audit Log"
        intro="Security events, newest first, in UTC. Each line is bound to the one before; npm run audit:verify proves that none was altered."
      />
      <div className="overflow-x-auto">
        <table className="w-full text-left">
          <thead>
            <tr className="border-b border-line text-sm text-muted">
              <th scope="col" className="py-2 pr-4 font-medium">
                Line
              </th>
              <th scope="col" className="py-2 pr-4 font-medium">
                When
              </th>
              <th scope="col" className="py-2 pr-4 font-medium">
                What
              </th>
              <th scope="col" className="py-2 pr-4 font-medium">
                By user
              </th>
              <th scope="col" className="py-2 font-medium">
                Concerns
              </th>
            </tr>
          </thead>
          <tbody>
            {events.map(({ number, at, words, actorId, subjectId }) => (
              <tr key={number} className="border-b border-line">
                <td className="py-2 pr-4 tabular-nums text-muted">{number}</td>
                <td className="whitespace-nowrap py-2 pr-4 tabular-nums">{at}</td>
                <td className="py-2 pr-4">{words}</td>
                <td className="py-2 pr-4 tabular-nums">{actorId ?? "–"}</td>
                <td className="py-2 tabular-nums">{subjectId ?? "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <nav aria-label="Pages of the log" className="mt-6 flex gap-6">
        {!isNewest && <Link to="/admin/audit">Newest</Link>}{" "}
        {older && <Link to={`/admin/audit?before=${older}`}>Older</Link>}
      </nav>
    </>
  );
}
