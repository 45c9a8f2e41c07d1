import { UNSAFE_RemixContext } from "@remix-run/react";
import { createElement, type ContextType, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouterProvider, createStaticHandler, createStaticRouter } from "react-router-dom/server.js";

const CONTEXT = {
  manifest: { routes: {}, entry: { imports: [], module: "" }, url: "", version: "" },
  routeModules: {},
  future: {},
  isSpaMode: false,
} as unknown as ContextType<typeof UNSAFE_RemixContext>;

/** One page's or component's HTML, without a server: what it has loaded is given. */
export async function pageAlone(
  page: FunctionComponent,
  props: object,
  loaded: object | null,
): Promise<string> {
  const { query, dataRoutes } = createStaticHandler([
    { path: "/", element: createElement(page, props), loader: () => loaded },
  ]);
  const context = await query(new Request("http://localhost/"));
  if (context instanceof Response) throw new Error("A page alone cannot lead elsewhere");
  return renderToStaticMarkup(
    <UNSAFE_RemixContext.Provider value={CONTEXT}>
      <StaticRouterProvider
        router={createStaticRouter(dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </UNSAFE_RemixContext.Provider>,
  );
}
