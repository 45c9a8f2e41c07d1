// The fall-back address of the same answer (seed section 7).
export { loader } from "./api.auth.me";
