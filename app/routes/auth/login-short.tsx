// The same door under its short address.
export { action, clientAction, default, loader, meta, shouldRevalidate } from "./login/route";
