import type { MetaFunction } from "@remix-run/node";
import { useRouteLoaderData } from "@remix-run/react";
import { BeStill } from "~/components/landing/be-still";
import type { RootData } from "~/http/root-data.server";

export const meta: MetaFunction = () => [
  { title: "Still and Know: a private journal of prayer, morning and evening" },
  {
    name: "description",
    content:
      "A private Christian journal for a few quiet minutes a day: Lectio Divina in the morning, the Examen in the evening. Encrypted at rest, without advertising, and it works without JavaScript.",
  },
];

export default function Landing() {
  const viewer = useRouteLoaderData<RootData>("root")?.viewer;
  return <BeStill signedIn={Boolean(viewer)} />;
}
