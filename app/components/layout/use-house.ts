import { useRouteLoaderData } from "@remix-run/react";
import { USUAL_HOUSE, type House } from "~/domain/support/house";
import type { RootData } from "~/http/root-data.server";

/** This house as the root knows it; where the root was not read, the usual one. */
export function useHouse(): House {
  return useRouteLoaderData<RootData>("root")?.house ?? USUAL_HOUSE;
}
