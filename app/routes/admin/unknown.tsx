// An administrators' address that is not known shows the overview.
export { default, loader, meta } from "./settings";
