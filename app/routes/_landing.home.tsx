import type { MetaFunction } from "@remix-run/node";
import { useRouteLoaderData } from "@remix-run/react";
import { BeStill } from "~/components/landing/be-still";
import { pageMeta } from "~/domain/support/page-meta";
import type { RootData } from "~/http/root-data.server";

export const meta: MetaFunction = () => [
  ...pageMeta(
    "Still and Know: a private journal of prayer, morning and evening",
    "A private Christian journal for a few quiet minutes a day: a passage in the morning, a look back in the evening. Encrypted at rest, without advertising, and it works without JavaScript.",
  ),
  { tagName: "link", rel: "canonical", href: "/" },
];

export default function Landing() {
  const viewer = useRouteLoaderData<RootData>("root")?.viewer;
  return <BeStill signedIn={Boolean(viewer)} />;
}
