import { type Box, clampBox, growBox, unionOfBoxes } from '../../../geometry/box.ts'
import { withArena } from '../../../raster/arena.ts'
import { findComponents } from '../../../raster/mask/find-components.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import { keepConnected } from '../../../raster/mask/keep-connected.ts'
import { shrinkMask } from '../../../raster/mask/shrink-mask.ts'
import { placesIn } from '../../../raster/pixels/places-in.ts'
import { pixelToTorso } from '../measure/torso-axes.ts'
import type { Wearer } from '../measure/wearer.ts'
import { IN_MASK, LOOSE_SPECKS, UNCOVERED_BEHIND, UNCOVERED_SHOULDERS } from '../tuning.ts'

/**
 * Pixels of small pieces of the person beside a garment that hang together with nothing else of the person, and have
 * the wall beside them: a corner of what was worn or of a sleeve, whatever they pass for.
 * @param covered the share of each pixel that the garment covers, 0–1 @param boxes in which its parts lie
 */
export function looseSpecks(
  { picture, body, regions, torso }: Pick<Wearer, 'picture' | 'body' | 'regions' | 'torso'>,
  covered: Float32Array,
  boxes: readonly Box[],
): number[] {
  if (boxes.length === 0) return []
  const rim = LOOSE_SPECKS.rim
  const box = clampBox(growBox(unionOfBoxes(boxes), LOOSE_SPECKS.around), picture)
  const places = placesIn(box, picture)
  const shown = new Float32Array(places.length)
  const behind = new Uint8Array(places.length)
  for (let i = 0; i < places.length; i++) {
    const at = places[i]!
    if (covered[at]! >= 0.5) continue
    if (body.mask.data[at]! >= IN_MASK) shown[i] = 1
    else if (body.mask.data[at]! <= UNCOVERED_BEHIND.person) behind[i] = 1
  }
  const byWall = growMask(behind, box, rim)
  const most = LOOSE_SPECKS.most * torso.shoulders ** 2
  const isAtBorder = (i: number): boolean => {
    const [x, y] = [i % box.width, Math.floor(i / box.width)]
    return x === 0 || y === 0 || x === box.width - 1 || y === box.height - 1
  }
  const isShoulder = (i: number): boolean => {
    const at = places[i]!
    const place = { x: at % picture.width, y: Math.floor(at / picture.width) }
    return pixelToTorso(torso, place).v < UNCOVERED_SHOULDERS.below * torso.shoulders
  }
  const isHead = (i: number): boolean =>
    Math.max(regions.hair.data[places[i]!]!, regions['face-skin'].data[places[i]!]!) > 0
  const loose = new Uint8Array(places.length)
  const limits = { low: 0.5, high: 0.5, share: 0, most }
  for (const { pixels } of findComponents(withoutLarge(shown, box, most), box.width, limits)) {
    if (!pixels.some((i) => byWall[i])) continue
    if (pixels.some((i) => isAtBorder(i) || isShoulder(i) || isHead(i))) continue
    for (const i of pixels) [loose[i], shown[i]] = [1, 0]
  }
  // Their soft edges go with them, and none of what stays.
  const around = growMask(loose, box, rim)
  const found: number[] = []
  for (let i = 0; i < around.length; i++) {
    if (around[i] && !shown[i] && covered[places[i]!]! < 1) found.push(places[i]!)
  }
  return found
}

/** What is set without what hangs together with a square of more than so many pixels. */
function withoutLarge(shown: Float32Array, box: Box, most: number): Float32Array {
  const inner = shrinkMask(new Uint8Array(shown), box, Math.ceil(Math.sqrt(most) / 2))
  const seeds: number[] = []
  for (let i = 0; i < inner.length; i++) if (inner[i] === 1) seeds.push(i)
  return withArena(() => {
    const large = keepConnected(shown, box.width, 1, seeds)
    const rest = shown.slice()
    for (let i = 0; i < rest.length; i++) if (large[i]! > 0) rest[i] = 0
    return rest
  })
}
