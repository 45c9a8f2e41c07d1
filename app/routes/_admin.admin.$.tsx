// An administrators' address that is not known shows the overview (seed section 2).
export { default, loader, meta } from "./_admin.admin-settings";
