// /admin shows the overview.
export { default, loader, meta } from "./settings";
