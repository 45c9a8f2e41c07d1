import type { LoaderFunctionArgs } from "@remix-run/node";
import { publicUser } from "~/domain/member/member";
import { answerJson, ok, requireApiMember, wrongMethod } from "~/http/api.server";

/** Who is signed in. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  answerJson(async () => ok(publicUser(await requireApiMember(request))));

/** Only reading. */
export const action = () => wrongMethod("GET, HEAD");
