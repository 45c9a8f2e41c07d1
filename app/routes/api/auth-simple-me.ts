export { action, loader } from "./auth-me";
