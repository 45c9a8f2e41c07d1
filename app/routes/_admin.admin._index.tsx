// /admin shows the overview (seed section 2).
export { default, loader, meta } from "./_admin.admin-settings";
