import { solveMembrane } from '../../../fill/membrane.ts'
import { boxOfPlane } from '../../../geometry/bounding-box.ts'
import { type Box, clampBox, growBox } from '../../../geometry/box.ts'
import { withArena } from '../../../raster/arena.ts'
import { luma } from '../../../raster/colour/luma.ts'
import { blur, blurAllWithin } from '../../../raster/filter/blur.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import type { Picture } from '../../../raster/picture.ts'
import { placesIn } from '../../../raster/pixels/places-in.ts'
import type { Wearer } from '../measure/wearer.ts'
import { IN_MASK, SKIN_KNOWN, SKIN_SEAM, SKIN_SMOOTH, UNCOVERED_SEEN } from '../tuning.ts'
import { grainLike } from './skin-grain.ts'

/** The shares of each pixel that a garment covers and that become skin, 0–1; 1 where what is behind is continued. */
type Around = { covered: Float32Array; bare: Float32Array; beside: Uint8Array }

/**
 * Continues the skin of neck, chest and arms in place: a membrane from all skin around (Pérez et al. 2003), with the
 * grain of that skin. The seam is soft, and lies a little within the skin, where its colours are its own.
 * @param uncovered the share of each pixel that is to be skin, and what is covered and continued beside it
 */
export function paintSkin(out: Picture, wearer: Wearer, uncovered: Around): void {
  const { bare } = uncovered
  const tight = boxOfPlane(bare, out)
  if (!tight) return
  const box = clampBox(growBox(tight, Math.round(SKIN_KNOWN.reach * wearer.torso.shoulders)), out)
  const known = knownSkin(wearer, bare, box)
  if (!known) return
  const shares = sharesOf(wearer, uncovered, box)
  const wanted = new Uint8Array(shares.length)
  for (let i = 0; i < shares.length; i++) if (shares[i]! > 0) wanted[i] = 1
  const skin = continued(out, { box, known, wanted })
  const places = placesIn(box, out)
  for (let i = 0; i < shares.length; i++) {
    const share = shares[i]!
    if (share === 0) continue
    const at = 4 * places[i]!
    for (let c = 0; c < 3; c++) {
      out.data[at + c] = skin[c]![i]! * share + out.data[at + c]! * (1 - share)
    }
  }
}

/** 1 for each pixel of a box that is nothing but skin: neither hair, cloth nor wall is mixed with it, or beside it. */
function knownSkin(
  { regions, torso }: Wearer,
  bare: Float32Array,
  box: Box,
): Uint8Array | undefined {
  const other = new Uint8Array(box.width * box.height)
  const places = placesIn(box, regions['body-skin'])
  for (let i = 0; i < other.length; i++) {
    const at = places[i]!
    other[i] = regions['body-skin'].data[at]! > SKIN_KNOWN.pure && bare[at] === 0 ? 0 : 1
  }
  const away = Math.max(SKIN_KNOWN.away.least, Math.round(SKIN_KNOWN.away.share * torso.shoulders))
  // Skin that is narrower than that is all there is to go by.
  const hidden = [growMask(other, box, away), other].find((plane) => plane.includes(0))
  if (!hidden) return undefined
  for (let i = 0; i < hidden.length; i++) hidden[i] = 1 - hidden[i]!
  return hidden
}

/**
 * How much of each pixel of a box becomes the skin that is made up: also a rim of what was worn that the edge of the
 * new garment is seen through, and a thinner one of the skin beside it, which was mixed with what was worn.
 */
function sharesOf(
  { picture, body, regions }: Wearer,
  { covered, bare, beside }: Around,
  box: Box,
): Float32Array {
  const places = placesIn(box, picture)
  const seen = new Uint8Array(places.length)
  for (let i = 0; i < seen.length; i++) seen[i] = bare[places[i]!]! > 0.5 ? 1 : 0
  const onCloth = growMask(seen, box, SKIN_SEAM.cloth)
  const onSkin = new Float32Array(growMask(seen, box, SKIN_SEAM.skin))
  return withArena(() => {
    const soft = blur(onSkin, box, SKIN_SEAM.sigma)
    const shares = new Float32Array(seen.length)
    for (let i = 0; i < shares.length; i++) {
      const at = places[i]!
      const own = bare[at]! < UNCOVERED_SEEN ? 0 : Math.min(1, SKIN_SEAM.more * bare[at]!)
      const head = Math.max(regions.hair.data[at]!, regions['face-skin'].data[at]!)
      const room = beside[at] ? 0 : Math.max(0, body.mask.data[at]! - head) / 255
      const isSkin = regions['body-skin'].data[at]! > IN_MASK
      const rim = isSkin ? soft[i]! : covered[at]! > 0 ? onCloth[i]! : 0
      shares[i] = Math.max(own, rim > SKIN_SEAM.least ? rim * room : 0)
    }
    return shares
  })
}

/** Red, green and blue of the skin that goes on over a box, with its grain, where it is wanted. */
function continued(
  picture: Picture,
  { box, known, wanted }: { box: Box; known: Uint8Array; wanted: Uint8Array },
): Float32Array[] {
  const places = placesIn(box, picture)
  const count = places.length
  const planes = [0, 1, 2].map(() => new Float32Array(count))
  const light = new Float32Array(count)
  for (let i = 0; i < count; i++) {
    const at = 4 * places[i]!
    const [red, green, blue] = [picture.data[at]!, picture.data[at + 1]!, picture.data[at + 2]!]
    planes[0]![i] = red
    planes[1]![i] = green
    planes[2]![i] = blue
    light[i] = luma(red, green, blue)
  }
  const grain = grainLike(light, known, box)
  const weight = new Float32Array(known)
  // What is as fine as grain would run into the fill as stripes.
  const smooth: Float32Array[] = withArena(() =>
    blurAllWithin(planes, weight, box, SKIN_SMOOTH).map((plane) => plane.slice()),
  )
  const even = new Float32Array(count).fill(1)
  solveMembrane(smooth, known, box, even, even, wanted)
  for (let i = 0; i < count; i++) {
    if (wanted[i] === 0) continue
    const level = luma(smooth[0]![i]!, smooth[1]![i]!, smooth[2]![i]!)
    const by = 1 + grain[i]! / Math.max(1, level)
    for (const plane of smooth) plane[i] = plane[i]! * by
  }
  return smooth
}
