// Unknown paths below /admin show the overview.
export { default, loader, meta } from "./settings";
