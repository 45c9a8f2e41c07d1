import { PICTURE_LARGEST } from "~/domain/journal/pictures/picture";

const QUALITY = 0.85;

/**
 * A picture as it is worth sending: no larger than it will be kept, without anything that the camera wrote beside it. The file
 * itself where the browser cannot open it, or where it is small already.
 */
export async function downscalePicture(file: File): Promise<File> {
  try {
    const image = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, PICTURE_LARGEST / Math.max(image.width, image.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(image.width * scale));
    canvas.height = Math.max(1, Math.round(image.height * scale));
    const context = canvas.getContext("2d");
    if (!context) return file;
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
    return made && (made.size < file.size || scale < 1)
      ? new File([made], "picture.jpg", { type: made.type })
      : file;
  } catch {
    return file;
  }
}
