import mongoose, { type Model, type Schema } from "mongoose";

/** Compiles a model once; a development reload gets the compiled one back. */
export function defineModel<T>(name: string, schema: Schema<T>): Model<T> {
  return (mongoose.models[name] as Model<T> | undefined) ?? mongoose.model<T>(name, schema);
}

/** Creates the indexes that the models declare and are missing. Cheap when there is nothing to do. */
export async function createIndexes(): Promise<void> {
  await Promise.all(Object.values(mongoose.models).map((model) => model.createIndexes()));
}
