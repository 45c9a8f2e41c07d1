import { useRouteLoaderData } from "@remix-run/react";
import { DEFAULT_INSTANCE, type Instance } from "~/domain/operations/instance-settings";
import type { RootData } from "~/http/root-data.server";

/** This house as the root knows it; where the root was not read, the usual one. */
export function useInstance(): Instance {
  return useRouteLoaderData<RootData>("root")?.house ?? DEFAULT_INSTANCE;
}
