import type { ActionFunctionArgs } from "@remix-run/node";
import { signInByJson } from "~/http/api-sign-in.server";
import { jsonHandler, methodNotAllowedResponse } from "~/http/api.server";

/** The sign-in form's JSON door. */
export const action = (args: ActionFunctionArgs) => jsonHandler(() => signInByJson(args, "login"));

/** Only a post. */
export const loader = () => methodNotAllowedResponse("POST");
