/** A bare node:http server that responds with the bytes of the last PUT. */
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";

let page = Buffer.from("nothing");
const server = createServer((request, response) => {
  if (request.method === "PUT")
    return void buffer(request).then((sent) => {
      page = sent;
      response.end();
    });
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(page);
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address().port));
process.once("disconnect", () => process.exit(0));
