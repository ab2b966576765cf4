import { withArena } from '../../../raster/arena.ts'
import { srgbToLab } from '../../../raster/colour/lab.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import { keepConnected } from '../../../raster/mask/keep-connected.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
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
  const sure = region.data.map((share) => (share >= IN_MASK ? 1 : 0))
  const core = eroded(sure, region, somewhere)
  const thickest = growMask(core, region, somewhere)
  if (colour) leaveUnlike(sure, { ...region, data: thickest }, colour)
  const thick = growMask(eroded(sure, region, everywhere), region, everywhere)
  const seeds: number[] = []
  for (const [at, is] of core.entries()) if (is === 1) seeds.push(at)
  const kept = withArena(() =>
    Uint8Array.from(keepConnected(Float32Array.from(thick), region.width, 1, seeds)),
  )
  return growMask(kept, region, SOFT_EDGE)
}

/** Leaves what is thinner than a piece at its thickest, and has another colour, out of a region. */
function leaveUnlike(
  sure: Uint8Array,
  thickest: Mask,
  { picture, alike }: { picture: Picture; alike: number },
): void {
  const usual = meanLabColour(picture, {
    ...thickest,
    data: thickest.data.map((is) => 255 * is),
  })
  if (!usual) return
  for (let at = 0; at < sure.length; at++) {
    if (sure[at] === 0 || thickest.data[at] === 1) continue
    const [red, green, blue] = [0, 1, 2].map((c) => picture.data[4 * at + c]!)
    if (clothColourDistance(srgbToLab(red!, green!, blue!), usual) > alike) sure[at] = 0
  }
}

/** What is within `by` pixels of a set one's end is left out (erosion by a square). */
function eroded(mask: Uint8Array, size: Mask, by: number): Uint8Array {
  const outside = growMask(
    mask.map((is) => 1 - is),
    size,
    by,
  )
  return outside.map((is) => 1 - is)
}
