import { routes } from "virtual:remix/server-build";
import { start } from "~/boot.server";
import { knowRoutes } from "~/http/route-patterns.server";

knowRoutes(() => routes);

// The server listens only when its settings are right and the database answers.
await start();

export { default, handleError } from "./render-document.server";
