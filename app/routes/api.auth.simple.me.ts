// The fall-back address of the same answer (seed section 7).
export { action, loader } from "./api.auth.me";
