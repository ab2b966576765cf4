import type { Picture } from '../../../raster/picture.ts'
import type { Head } from '../head/head.ts'
import { MAX_APART } from '../tuning.ts'

/**
 * A reference that faces as its wearer does: mirrored where the two heads are turned to opposite sides by about as
 * much. The other side of its hair is what a picture from there would show.
 * @param read finds the head of a picture again
 */
export async function faceSameWay(
  wearer: Pick<Head, 'face'>,
  reference: Head,
  read: (picture: Picture) => Promise<Head>,
): Promise<{ head: Head; isMirrored: boolean }> {
  const [own, other] = [wearer.face.pose.yaw, reference.face.pose.yaw]
  const isMirrored = Math.abs(own - other) > MAX_APART.yaw && Math.abs(own + other) <= MAX_APART.yaw
  if (!isMirrored) return { head: reference, isMirrored }
  return { head: await read(mirrored(reference.picture)), isMirrored }
}

/** A picture with left and right exchanged. */
function mirrored({ width, height, data }: Picture): Picture {
  const made = new Uint8ClampedArray(data.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = 4 * (y * width + width - 1 - x)
      made.set(data.subarray(from, from + 4), 4 * (y * width + x))
    }
  }
  return { width, height, data: made }
}
