import { fillHole } from '../../fill/fill-hole.ts'
import type { Size } from '../../geometry/size.ts'
import { blurAllWithin } from '../../raster/filter/blur.ts'
import type { Picture } from '../../raster/picture.ts'
import { AGREEING_FILL_LARGE, MOST_PIXELS } from './tuning.ts'

/** The ways a picture is turned over before it is filled. */
const TURNS = [
  { across: false, down: false },
  { across: true, down: false },
  { across: false, down: true },
  { across: true, down: true },
] as const

type Turn = (typeof TURNS)[number]

/**
 * Fills a hole that no frame shows like that of a picture. What a fill makes up differs with the direction it begins
 * from, and one for all frames has no others to make up for its chance: so the picture is filled in four directions,
 * and the fill that is most like all four has, in the large, their mean.
 * @param hole 1 for each pixel to fill
 * @param occluded 1 for each pixel that nothing is copied from, the hole's among them
 */
export function agreeingFill(picture: Picture, hole: Uint8Array, occluded: Uint8Array): Picture {
  const area = hole.reduce((sum, is) => sum + is, 0)
  if (area > MOST_PIXELS) return fillHole(picture, hole, occluded)
  const fills = TURNS.map((turn) => {
    const turned = turnPicture(picture, turn)
    const [there, hidden] = [hole, occluded].map((plane) => turnOver(plane, picture, turn))
    return turnPicture(fillHole(turned, there!, hidden!), turn)
  })
  const weight = Float32Array.from(hole)
  const means = [0, 1, 2].map((c) =>
    weight.map((is, at) => is && fills.reduce((sum, { data }) => sum + data[4 * at + c]!, 0) / 4),
  )
  const apart = fills.map(({ data }) =>
    means.map((mean, c) => mean.map((level, at) => weight[at]! * (level - data[4 * at + c]!))),
  )
  const distances = apart.map((planes) =>
    planes.reduce((sum, plane) => plane.reduce((all, off) => all + off * off, sum), 0),
  )
  const nearest = distances.indexOf(Math.min(...distances))
  const large = blurAllWithin(
    apart[nearest]!,
    weight,
    picture,
    AGREEING_FILL_LARGE * Math.sqrt(area),
  )
  const data = new Uint8ClampedArray(fills[nearest]!.data)
  for (let at = 0; at < hole.length; at++) {
    if (hole[at]) for (const [c, off] of large.entries()) data[4 * at + c]! += off[at]!
  }
  return { width: picture.width, height: picture.height, data }
}

function turnPicture({ width, height, data }: Picture, turn: Turn): Picture {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height)
  const turned = turnOver(pixels, { width, height }, turn)
  return { width, height, data: new Uint8ClampedArray(turned.buffer) }
}

/** A plane, mirrored. */
function turnOver<Plane extends Uint8Array | Uint32Array>(
  plane: Plane,
  { width, height }: Size,
  { across, down }: Turn,
): Plane {
  const out = plane.slice() as Plane
  for (let y = 0; y < height; y++) {
    const row = out.subarray(y * width, (y + 1) * width)
    const from = (down ? height - 1 - y : y) * width
    row.set(plane.subarray(from, from + width))
    if (across) row.reverse()
  }
  return out
}
