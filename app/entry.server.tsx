import * as build from "virtual:remix/server-build";
import { start } from "./boot.server";
import { installPageHandlers } from "./server/page-handlers.server";
import { registerRoutes } from "./server/route-patterns.server";

// The build is there only when it is loaded whole, this file included.
registerRoutes(() => build.routes);
installPageHandlers(() => build);

// The server listens only when its settings are right and the database answers.
await start();

export { default, handleDataRequest, handleError } from "./render-document.server";
