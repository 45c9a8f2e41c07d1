import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerToDoctor } from "~/http/doctor-question.server";

/** Alive: the process answers. */
export function loader({ request }: LoaderFunctionArgs) {
  const headers = new Headers({ "Content-Type": "text/plain", "Cache-Control": "no-store" });
  const told = answerToDoctor(request);
  if (told) headers.set("X-Doctor", told);
  return new Response("ok\n", { headers });
}
