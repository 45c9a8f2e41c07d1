import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerJson, ok, requireApiMember, wrongMethod } from "~/http/api.server";
import { publicUser } from "~/domain/member/member";

/** Who is signed in. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  answerJson(async () => ok(publicUser(await requireApiMember(request))));

/** Only reading. */
export const action = () => wrongMethod("GET, HEAD");
