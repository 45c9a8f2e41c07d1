import * as build from "virtual:remix/server-build";
import { installPageHandlers } from "~/server/page-handlers.server";
import { registerRoutes } from "~/server/route-patterns.server";
import { start } from "./boot.server";

// The build is complete only when this file has been loaded too, so it is passed as a function.
registerRoutes(() => build.routes);
installPageHandlers(() => build);

// The server listens only with valid settings and a database.
await start();

export { default, handleDataRequest, handleError } from "./render-document.server";
