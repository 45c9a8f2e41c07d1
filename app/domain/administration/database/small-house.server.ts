import { UserModel } from "#models/user.server";
import { SMALLEST_GROUP } from "./smallest-group";

/** In a house of very few people, a total tells what one of them does: it shows no figures of praying and writing. */
export async function isSmallHouse(): Promise<boolean> {
  return (await UserModel.countDocuments({})) < SMALLEST_GROUP;
}
