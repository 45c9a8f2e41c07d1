import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { currentSlotOf } from "~/domain/member/current-member.server";
import { memberLoader } from "~/http/guards.server";
import * as paths from "~/paths";

/** Redirects to the reflection of the local time; `?slot=` and `?kind=free` choose another page. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    if (url.searchParams.get("kind") === "free") throw redirect(paths.freePage());
    const wanted = url.searchParams.get("slot");
    const slot = wanted === "morning" || wanted === "evening" ? wanted : currentSlotOf(member).slot;
    throw redirect(paths.reflection(slot));
  });

export default function Journal() {
  return null;
}
