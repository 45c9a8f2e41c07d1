import type { ActionFunctionArgs } from "@remix-run/node";
import { jsonHandler, methodNotAllowedResponse } from "~/http/api.server";
import { signInByJson } from "~/http/sign-in.server";

/** The administrators' sign-in form's JSON door. */
export const action = (args: ActionFunctionArgs) => jsonHandler(() => signInByJson(args, "admin-login"));

/** Only a post. */
export const loader = () => methodNotAllowedResponse("POST");
