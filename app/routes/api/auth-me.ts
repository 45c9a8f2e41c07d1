import type { LoaderFunctionArgs } from "@remix-run/node";
import { publicUser } from "~/domain/member/member";
import { jsonHandler, jsonOk, methodNotAllowedResponse, requireApiMember } from "~/http/api.server";

/** Who is signed in. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  jsonHandler(async () => jsonOk(publicUser(await requireApiMember(request))));

/** Only reading. */
export const action = () => methodNotAllowedResponse("GET, HEAD");
