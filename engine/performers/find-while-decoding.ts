import type { AdmittedPicture, OpenedPicture } from '../media/open-picture.ts'
import type { Picture } from '../raster/picture.ts'
import { lazyPyramid, type Pyramid } from '../vision/input/pyramid.ts'

/**
 * Decodes a picture, and looks for something in a smaller copy meanwhile where the file can give one.
 * @param find looks for it in the picture, or in a pyramid of which only the small levels are there
 * @throws what decoding throws, before what `find` throws
 */
export async function findWhileDecoding<Found>(
  { decode, decodeSmall }: AdmittedPicture,
  find: (seen: Picture | Pyramid) => Promise<Found>,
): Promise<{ opened: OpenedPicture; found: Found }> {
  const opening = decode()
  const whole = async (): Promise<Picture> => (await opening).picture
  const finding = decodeSmall().then(async (small) =>
    find(small ? lazyPyramid(small, whole) : await whole()),
  )
  // Both are waited for, so that nothing of the task still runs when it has failed.
  const [opened, found] = await Promise.allSettled([opening, finding])
  if (opened.status === 'rejected') throw opened.reason
  if (found.status === 'rejected') throw found.reason
  return { opened: opened.value, found: found.value }
}
