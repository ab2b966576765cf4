import { boxOfPlane } from '../../../geometry/bounding-box.ts'
import { type Box, clampBox, growBox } from '../../../geometry/box.ts'
import { withArena } from '../../../raster/arena.ts'
import { srgbToLab } from '../../../raster/colour/lab.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import { keepConnected } from '../../../raster/mask/keep-connected.ts'
import { shrinkMask } from '../../../raster/mask/shrink-mask.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import { cropMask } from '../../../raster/pixels/crop.ts'
import { placesIn } from '../../../raster/pixels/places-in.ts'
import { IN_MASK } from '../tuning.ts'
import { clothColourDistance } from './cloth-colour-distance.ts'
import { meanLabColour } from './mean-lab-colour.ts'

/** Pixels beside a piece in which its soft edge lies. */
const SOFT_EDGE = 2

/** Pixels to either side that a piece of a region has at least everywhere, and at its thickest. */
type Thickness = { everywhere: number; somewhere: number }

/**
 * The pieces of a region that are as thick as what is worn or as a hand is: patches of a print that passes for the
 * region are thinner, and hang together by their corners at most (an opening by reconstruction, Serra 1982).
 * @param colour what is thinner than a piece at its thickest, as fingers are, has its colour: how far off that may be
 * @returns 1 for each pixel of such a piece, with its soft edge
 */
export function wholePieces(
  region: Mask,
  { everywhere, somewhere }: Thickness,
  colour?: { picture: Picture; alike: number },
): Uint8Array {
  const whole = new Uint8Array(region.data.length)
  for (let at = 0; at < whole.length; at++) if (region.data[at]! >= IN_MASK) whole[at] = 1
  const tight = boxOfPlane(whole, region)
  if (!tight) return whole
  // Nothing beyond the region's own rim changes anything.
  const box = clampBox(growBox(tight, SOFT_EDGE + 1), region)
  const sure = cropMask({ ...region, data: whole }, box).data
  const core = shrinkMask(sure, box, somewhere)
  const thickest = growMask(core, box, somewhere)
  if (colour) leaveUnlike(sure, box, thickest, colour)
  const thick = growMask(shrinkMask(sure, box, everywhere), box, everywhere)
  const seeds: number[] = []
  for (let i = 0; i < core.length; i++) if (core[i] === 1) seeds.push(i)
  const kept = withArena(
    () => new Uint8Array(keepConnected(new Float32Array(thick), box.width, 1, seeds)),
  )
  const soft = growMask(kept, box, SOFT_EDGE)
  whole.fill(0)
  for (let y = 0; y < box.height; y++) {
    const row = soft.subarray(y * box.width, (y + 1) * box.width)
    whole.set(row, (box.top + y) * region.width + box.left)
  }
  return whole
}

/** Leaves what is thinner than a piece at its thickest, and has another colour, out of a region's box. */
function leaveUnlike(
  sure: Uint8Array,
  box: Box,
  thickest: Uint8Array,
  { picture, alike }: { picture: Picture; alike: number },
): void {
  const size = { width: picture.width, height: picture.height }
  const places = placesIn(box, size)
  const levels = new Uint8Array(size.width * size.height)
  for (let i = 0; i < thickest.length; i++) if (thickest[i] === 1) levels[places[i]!] = 255
  const usual = meanLabColour(picture, { ...size, data: levels })
  if (!usual) return
  for (let i = 0; i < sure.length; i++) {
    if (sure[i] === 0 || thickest[i] === 1) continue
    const at = 4 * places[i]!
    const own = srgbToLab(picture.data[at]!, picture.data[at + 1]!, picture.data[at + 2]!)
    if (clothColourDistance(own, usual) > alike) sure[i] = 0
  }
}
