import type { ActionFunctionArgs } from "@remix-run/node";
import { jsonHandler, methodNotAllowedResponse } from "~/http/api.server";
import { signInByJson } from "~/http/sign-in.server";

export const action = (args: ActionFunctionArgs) => jsonHandler(() => signInByJson(args, "admin-login"));

export const loader = () => methodNotAllowedResponse("POST");
