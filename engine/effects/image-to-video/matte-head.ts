import { clampBox, crop } from '../../raster/crop.ts'
import type { Box, Mask, Picture, Point } from '../../raster/picture.ts'
import { smoothstep } from '../../raster/smoothstep.ts'
import { BODY, type Body } from '../../vision/bodies/body.ts'
import { buildPyramid } from '../../vision/input/pyramid.ts'
import { selfieMask } from '../../vision/mattes/selfie-mask.ts'
import type { Vision } from '../../vision/vision.ts'

/** How far around the nose a head is looked at, in widths of the face: hair beside it, above it, to the shoulders. */
const REACH = { beside: 1.75, above: 1.6, below: 2 } as const

/** The share of each side over which what was found in the part goes over into what was found before. */
const FADED = 0.14

/** Faces of fewer pixels are not shown in more detail by a part than by the whole. */
const LEAST = 24

/** The longer of two lengths is the width of a face, also of one turned away. */
const NOSE_TO_SHOULDERS = 0.85

/**
 * Replaces a matte around a head, in place, by what the segmentation network finds in that part of the picture alone:
 * a head has as many of its pixels there as the whole picture has otherwise, and much less beside it passes for hair.
 * @param sure who else is in the picture, for the network takes people behind a head for its background, and what
 *   others agree on
 * @param points on people, in source pixels
 */
export async function matteHead(
  picture: Picture,
  matte: Mask,
  body: Body,
  sure: readonly Mask[],
  points: readonly Point[],
  vision: Pick<Vision, 'selfie' | 'wideSelfie'>,
): Promise<void> {
  const around = boxAround(body)
  if (!around) return
  const part = clampBox(around, picture)
  if (part.width < 2 * LEAST || part.height < 2 * LEAST) return
  const inside = points
    .map(({ x, y }) => ({ x: x - part.left, y: y - part.top }))
    .filter(({ x, y }) => x >= 0 && y >= 0 && x < part.width && y < part.height)
  const found = await selfieMask(buildPyramid(crop(picture, part)), vision, inside)
  for (let y = 0; y < part.height; y++) {
    const down = weightAt(y, part.height, part.top, picture.height)
    for (let x = 0; x < part.width; x++) {
      const at = (part.top + y) * matte.width + part.left + x
      const weight = down * weightAt(x, part.width, part.left, picture.width)
      const before = matte.data[at]!
      let level = found.data[y * part.width + x]!
      for (const { data } of sure) level = Math.max(level, data[at]!)
      matte.data[at] = Math.round(before + weight * (level - before))
    }
  }
}

/** 1 within a part, less towards an end of it that is none of the picture, 0–1. */
function weightAt(at: number, length: number, from: number, whole: number): number {
  const faded = FADED * length
  const begin = from === 0 ? 1 : smoothstep(0, faded, at + 0.5)
  const end = from + length >= whole ? 1 : smoothstep(0, faded, length - at - 0.5)
  return begin * end
}

function boxAround({ landmarks }: Body): Box | undefined {
  const place = (name: keyof typeof BODY) => landmarks[BODY[name]]!
  const [left, right] = [place('leftEar'), place('rightEar')]
  const [one, other] = [place('leftShoulder'), place('rightShoulder')]
  const { x, y } = place('nose')
  const toShoulders = Math.hypot((one.x + other.x) / 2 - x, (one.y + other.y) / 2 - y)
  const face = Math.max(
    Math.hypot(left.x - right.x, left.y - right.y),
    NOSE_TO_SHOULDERS * toShoulders,
  )
  if (face < LEAST) return undefined
  return {
    left: x - REACH.beside * face,
    top: y - REACH.above * face,
    width: 2 * REACH.beside * face,
    height: (REACH.above + REACH.below) * face,
  }
}
