export { action, clientAction, default, loader, meta, shouldRevalidate } from "./login/route";
