// /admin shows the overview.
export { default, loader, meta } from "./_admin.admin-settings";
