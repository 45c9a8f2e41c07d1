import {
  assets,
  assetsBuildDirectory,
  basename,
  entry,
  future,
  isSpaMode,
  mode,
  publicPath,
  routes,
} from "virtual:remix/server-build";
import { start } from "~/boot.server";
import { answerPages } from "~/http/fast/answer-pages.server";
import { knowRoutes } from "~/http/route-patterns.server";

// The build is there only when it is loaded whole, this file included.
knowRoutes(() => routes);
answerPages(() => ({
  assets,
  assetsBuildDirectory,
  basename,
  entry,
  future,
  isSpaMode,
  mode,
  publicPath,
  routes,
}));

// The server listens only when its settings are right and the database answers.
await start();

export { default, handleError } from "./render-document.server";
