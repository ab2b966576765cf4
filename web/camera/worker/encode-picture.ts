import type { Picture } from '../../../engine/raster/picture.ts'

/** High enough that the JPEG's own error is below that of the camera; a picture of 2560 x 1920 has about 2 MB. */
const JPEG_QUALITY = 0.95

export type Taken = { image: Blob; picture: Picture }

/** Encodes a picture, and decodes it again as those who receive it will see it. */
export async function encodePicture({ width, height, data }: Picture): Promise<Taken> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('The browser draws no pictures in workers.')
  context.putImageData(new ImageData(Uint8ClampedArray.from(data), width, height), 0, 0)
  const image = await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY })
  const bitmap = await createImageBitmap(image)
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return { image, picture: { width, height, data: context.getImageData(0, 0, width, height).data } }
}
