/** The smallest Remix application, without express or compression: one loader, twenty rows, no database. */
import { createServer } from "node:http";
import { createRequestHandler, writeReadableStreamToWritable } from "@remix-run/node";
import { Meta, Outlet, RemixServer, Scripts, useLoaderData } from "@remix-run/react";
import { createElement as h } from "react";
import { renderToString } from "react-dom/server";

const ROWS = Array.from({ length: 20 }, (_, at) => ({
  id: at,
  title: `Row ${at}`,
  text: "A quiet line of text.",
}));

const root = {
  default: () => h("html", { lang: "en" }, h("head", null, h(Meta)), h("body", null, h(Outlet), h(Scripts))),
};
const page = {
  loader: () => ROWS,
  default: function Page() {
    return h(
      "ul",
      null,
      useLoaderData().map(({ id, title, text }) => h("li", { key: id }, h("b", null, title), text)),
    );
  },
};
const entry = {
  async default(request, status, headers, context) {
    for (const reader = context.serverHandoffStream?.getReader(); reader && !(await reader.read()).done;);
    const html = renderToString(
      h(RemixServer, { context: { ...context, serverHandoffStream: undefined }, url: request.url }),
    );
    headers.set("Content-Type", "text/html");
    return new Response(`<!DOCTYPE html>${html}`, { status, headers });
  },
};
const asset = (id, parentId) => ({
  id,
  parentId,
  path: parentId ? undefined : "",
  index: Boolean(parentId),
  module: `/${id}.js`,
  hasLoader: Boolean(parentId),
  hasAction: false,
  hasErrorBoundary: false,
});
const build = {
  entry: { module: entry },
  routes: {
    root: { id: "root", path: "", module: root },
    page: { id: "page", parentId: "root", index: true, module: page },
  },
  assets: {
    entry: { imports: [], module: "/entry.js" },
    routes: { root: asset("root"), page: asset("page", "root") },
    url: "/manifest.js",
    version: "1",
  },
  future: { v3_singleFetch: true },
  publicPath: "/",
  assetsBuildDirectory: "build/client",
  isSpaMode: false,
  mode: "production",
};

const handle = createRequestHandler(build, "production");
const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
async function answer(incoming, outgoing) {
  const { status, headers, body } = await handle(
    new Request(`http://${incoming.headers.host}${incoming.url}`),
  );
  outgoing.writeHead(status, Object.fromEntries(headers));
  await writeReadableStreamToWritable(body, outgoing);
}
server.listen(0, "127.0.0.1", () => process.send?.(server.address().port));
process.once("disconnect", () => process.exit(0));
