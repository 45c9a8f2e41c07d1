import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { demoModeCookie } from "~/http/cookies.server";
import { runWithHeaders } from "~/http/failure-responses.server";
import * as paths from "~/paths";
import { loader as home } from "./home";

// "/" and "/home" render the same page.
export { default, meta } from "./home";

/** The `demo_mode` cookie redirects "/" to the demonstration, but not "/home". */
export const loader = (args: LoaderFunctionArgs) =>
  runWithHeaders(() => {
    if (demoModeCookie.isOn(args.request)) throw redirect(paths.demoDashboard());
    return home(args);
  });
