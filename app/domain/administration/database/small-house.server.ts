import { UserModel } from "#models/user.server";
import { SMALLEST_GROUP } from "./smallest-group";

/** Whether so few people are here that a count of all would be a count of one: then no figure of praying and writing is shown. */
export async function isSmallHouse(): Promise<boolean> {
  return (await UserModel.countDocuments({})) < SMALLEST_GROUP;
}
