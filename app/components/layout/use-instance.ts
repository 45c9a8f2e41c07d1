import { useRouteLoaderData } from "@remix-run/react";
import { DEFAULT_INSTANCE, type Instance } from "~/domain/operations/instance-settings";
import type { RootData } from "~/http/root-data.server";

/** Instance settings from the root's data, or the defaults if the root failed to load. */
export function useInstance(): Instance {
  return useRouteLoaderData<RootData>("root")?.house ?? DEFAULT_INSTANCE;
}
