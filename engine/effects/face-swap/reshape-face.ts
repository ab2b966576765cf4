import { boxOfPoints } from '../../geometry/bounding-box.ts'
import { clampBox, growBox } from '../../geometry/box.ts'
import { withArena } from '../../raster/arena.ts'
import type { Picture } from '../../raster/picture.ts'
import { writablePixels } from '../../raster/pixels/copy-on-write.ts'
import { crop } from '../../raster/pixels/crop.ts'
import type { Face } from '../../vision/faces/face.ts'
import type { Donor } from './donor.ts'
import { restoreDetail } from './restore-detail.ts'
import { towardsDonor } from './towards-donor.ts'
import { RESAMPLING_LOSS } from './tuning.ts'
import { prepareDonorWarp } from './warp-donor.ts'

/** Pixels around a face that bicubic sampling reads. */
const SAMPLED = 4

/**
 * Displaces the features of a face to the proportions of the donor's (see {@link towardsDonor}), each with the skin,
 * the light and the sharpness that it has in this picture. Pixels outside the face keep their bytes.
 */
export function reshapeFace(picture: Picture, face: Face, donor: Donor): Picture {
  const reshaped = { ...face, landmarks: towardsDonor(face.landmarks, donor.landmarks) }
  const around = growBox(boxOfPoints([...face.landmarks, ...reshaped.landmarks]), SAMPLED)
  const area = clampBox(around, picture)
  const landmarks = face.landmarks.map(({ x, y, z }) => ({ x: x - area.left, y: y - area.top, z }))
  const own: Donor = { picture: crop(picture, area), landmarks, face }
  const result = { ...picture, data: writablePixels(picture) }
  withArena(() => {
    const { data } = prepareDonorWarp(picture, area, reshaped, own)(0)
    if (face.box.width < RESAMPLING_LOSS.upTo) restoreDetail(data, own.picture, area)
    const stride = 4 * area.width
    for (let y = 0; y < area.height; y++) {
      const start = 4 * ((area.top + y) * picture.width + area.left)
      result.data.set(data.subarray(stride * y, stride * (y + 1)), start)
    }
  })
  return result
}
