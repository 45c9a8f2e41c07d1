/** Where a picture lies in an archive of ours. */
export const pictureName = (id: string) => `pictures/${id}.jpg`;
