import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { FunctionComponent } from "react";
import { ORIGIN_HEADER } from "~/http/request-origin.server";
import { requestContext } from "~/platform/request-context.server";
import renderDocument, { handleDataRequest, handleError } from "~/render-document.server";
import * as root from "~/root";
import remixConfig from "../../remix.config.js";
import { testedRoute } from "./route-table";

type Module = { default?: FunctionComponent; loader?: unknown; action?: unknown; ErrorBoundary?: unknown };
const modules = import.meta.glob<Module>("/app/routes/{public,auth,member}/**/*.tsx");

const NOT_FOUND = "routes/public/not-found";

async function moduleOf(id: string): Promise<Module> {
  const load = modules[`/app/routes/${id}.tsx`] ?? modules[`/app/routes/${id}/route.tsx`];
  if (!load) throw new Error(`There is no route ${id}.`);
  return load();
}

/** Renders one page like the server, with its layout and error screen. */
export async function documentsOf(name: string): Promise<(request: Request) => Promise<Response>> {
  const { id, parentId: frame, path } = testedRoute(name);
  if (frame === "root") throw new Error(`${name} stands in no frame.`);
  const routes = {
    root: { id: "root", path: "", module: root as Module },
    [NOT_FOUND]: { id: NOT_FOUND, parentId: "root", path: "*", module: await moduleOf("public/not-found") },
    [frame]: { id: frame, parentId: "root", module: await moduleOf(frame.replace("routes/", "")) },
    [id]: { id, parentId: frame, path, module: await moduleOf(name) },
  };
  const described = Object.values(routes).map(({ module, ...route }) => {
    const has = { hasLoader: "loader" in module, hasAction: "action" in module };
    return [
      route.id,
      { ...route, ...has, module: `/${route.id}.js`, hasErrorBoundary: "ErrorBoundary" in module },
    ];
  });
  const build = {
    entry: { module: { default: renderDocument, handleDataRequest, handleError } },
    routes,
    assets: {
      entry: { imports: [], module: "/entry.js" },
      routes: Object.fromEntries(described),
      url: "/manifest.js",
      version: "1",
    },
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    future: remixConfig.future,
    isSpaMode: false,
  } as unknown as ServerBuild;
  const handle = createRequestHandler(build, "production");
  return (request) => {
    // Moves the Origin header like app/server/observe-requests.server.ts.
    const headers = new Headers(request.headers);
    headers.set(ORIGIN_HEADER, headers.get("Origin") ?? "");
    headers.delete("Origin");
    const context = {
      id: "a-request",
      subnet: "192.0.2.0/24",
      memo: new Map(),
      responseHeaders: new Headers(),
    };
    return requestContext.run(context, () => handle(new Request(request, { headers })));
  };
}
