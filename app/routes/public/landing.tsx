import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { demoModeCookie } from "~/http/cookies.server";
import { runWithHeaders } from "~/http/failure-responses.server";
import * as paths from "~/paths";
import { loader as home } from "./home";

// "/" and "/home" show the same page.
export { default, meta } from "./home";

/** With demo_mode set, the front door leads to the demo. /home does not. */
export const loader = (args: LoaderFunctionArgs) =>
  runWithHeaders(() => {
    if (demoModeCookie.isOn(args.request)) throw redirect(paths.demoDashboard());
    return home(args);
  });
