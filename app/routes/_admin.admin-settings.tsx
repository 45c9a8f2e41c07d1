import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FigureGroups } from "~/components/admin/figure-groups";
import { PageHeading } from "~/components/ui/page-heading";
import { overview } from "~/domain/operations/overview.server";
import { adminLoader } from "~/http/loaders.server";

export const meta: MetaFunction = () => [{ title: "Admin Overview · Still and Know" }];

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async () => ({ groups: await overview() }));

export default function OverviewPage() {
  const { groups } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading
        title="Admin Overview"
        intro="Counts as they are at this moment. What people write is encrypted, and no page here shows it."
      />
      <FigureGroups groups={groups} />
    </>
  );
}
