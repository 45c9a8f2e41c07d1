// "/" and "/home" show the same page (seed section 2, "Public routes").
export { default, loader, meta } from "./_landing.home";
