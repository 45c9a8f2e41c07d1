import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import * as addresses from "~/addresses";
import { currentSlotOf } from "~/domain/member/today.server";
import { memberLoader } from "~/http/loaders.server";

/** Today's reflection by the local time; `?slot=` and `?kind=free` choose another. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    if (url.searchParams.get("kind") === "free") throw redirect(addresses.freePage());
    const wanted = url.searchParams.get("slot");
    const slot = wanted === "morning" || wanted === "evening" ? wanted : currentSlotOf(member).slot;
    throw redirect(addresses.reflection(slot));
  });

export default function Journal() {
  return null;
}
