import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { pageHandlers } from "~/server/page-handlers.server";
import { patternsOf } from "~/server/route-patterns.server";
import remixConfig from "../../remix.config.js";
import { ROUTES } from "./route-table";

type RouteModule = ServerBuild["routes"][string]["module"];

const modules = import.meta.glob<RouteModule>("/app/routes/**/*.{ts,tsx}");

type Application = { build: ServerBuild; serve: (request: Request) => Promise<Response> };

/** The whole application from its sources, as a function from requests to documents. */
export async function wholeApplication(): Promise<Application> {
  const [entry, root] = await Promise.all([import("~/render-document.server"), import("~/root")]);
  const routes: ServerBuild["routes"] = {
    root: { id: "root", path: "", module: root as unknown as RouteModule },
  };
  for (const { id, parentId, file, path, index } of ROUTES) {
    const load = modules[`/app/${file}`];
    if (!load) throw new Error(`There is no module ${file}`);
    routes[id] = { id, parentId, path, index, module: await load() };
  }
  const assets: ServerBuild["assets"] = {
    entry: { imports: [], module: "/entry.js" },
    routes: Object.fromEntries(
      Object.values(routes).map(({ id, parentId, path: at, index, module }) => [
        id,
        {
          id,
          parentId,
          path: at,
          index,
          module: `/${id}.js`,
          hasAction: "action" in module,
          hasLoader: "loader" in module,
          hasClientAction: false,
          hasClientLoader: false,
          hasErrorBoundary: "ErrorBoundary" in module,
        },
      ]),
    ),
    url: "/manifest.js",
    version: "1",
  };
  const build: ServerBuild = {
    entry: { module: entry as unknown as ServerBuild["entry"]["module"] },
    routes,
    assets,
    future: remixConfig.future as ServerBuild["future"],
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    isSpaMode: false,
    mode: "test",
  };
  const patterns = patternsOf(routes);
  const findHandler = pageHandlers(build, () => patterns);
  // Paths without a page go to Remix, as they go to remix-serve in production.
  const fallback = createRequestHandler(build, "test");
  return {
    build,
    serve: (request) => (findHandler(new URL(request.url).pathname) ?? fallback)(request),
  };
}
