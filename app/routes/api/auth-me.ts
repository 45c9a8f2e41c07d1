import type { LoaderFunctionArgs } from "@remix-run/node";
import { publicUser } from "~/domain/member/member";
import { jsonHandler, jsonOk, methodNotAllowedResponse, requireApiMember } from "~/http/api.server";

export const loader = ({ request }: LoaderFunctionArgs) =>
  jsonHandler(async () => jsonOk(publicUser(await requireApiMember(request))));

export const action = () => methodNotAllowedResponse("GET, HEAD");
