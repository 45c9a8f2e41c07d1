import * as build from "virtual:remix/server-build";
import { installPageHandlers } from "~/server/page-handlers.server";
import { registerRoutes } from "~/server/route-patterns.server";
import { start } from "./boot.server";

// The build contains this file, so it is complete only after this file has loaded: both calls get a function.
registerRoutes(() => build.routes);
installPageHandlers(() => build);

// The server listens only with valid settings and a database.
await start();

export { default, handleDataRequest, handleError } from "./render-document.server";
