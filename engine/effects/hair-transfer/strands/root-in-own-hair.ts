import { smoothstep } from '../../../geometry/smoothstep.ts'
import { withArena } from '../../../raster/arena.ts'
import { blurAllWithin } from '../../../raster/filter/blur.ts'
import { aboveLevel } from '../../../raster/mask/above-level.ts'
import { boxOnHead, cropHead, cropLayer, pasteLayer } from '../head/crop-head.ts'
import { hairlineAlong } from '../head/hairline-along.ts'
import { type Head, pixelToHead } from '../head/head.ts'
import type { Hairline } from '../head/scalp.ts'
import type { HairLayer } from '../reference/place-hair.ts'
import { LEAST_SHARE, OWN_COLOUR_SURE, OWN_ROOTS } from '../tuning.ts'
import type { Hairstyle } from './hairstyle.ts'
import { shareOfSides } from './short-sides.ts'

/**
 * Lets new strands grow from the wearer's own hairline, in place: there, and at the sides under a short cut, own hair
 * stays in the new hair's colour. Nothing that is drawn thins out over a forehead or before an ear as it does.
 */
export function rootInOwnHair(
  wearer: Head,
  layer: HairLayer,
  style: Pick<Hairstyle, 'cut' | 'comb'>,
  { hairline, staysAtSides }: { hairline: Hairline; staysAtSides: boolean },
): void {
  const box = boxOnHead(wearer, OWN_ROOTS.within)
  // What hangs over the forehead from further back begins at no line there.
  if (!box || style.cut.by === 'hem') return
  const head = cropHead(wearer, box)
  const part = cropLayer(layer, box)
  const isTold = style.comb === 'forward' ? () => 0 : toldHairline(head, hairline)
  const stays = root(head, part, hairline, isTold, staysAtSides)
  pasteLayer(layer, part, box)
  layer.stays = new Float32Array(layer.alpha.length)
  for (let y = 0; y < box.height; y++) {
    const row = stays.subarray(y * box.width, (y + 1) * box.width)
    layer.stays.set(row, (box.top + y) * layer.width + box.left)
  }
}

/**
 * @param isTold whether the hairline shows in a direction, 0–1, by degrees from straight up
 * @returns how far the own hair of each pixel stays
 */
function root(
  { hair, frame, picture }: Head,
  layer: HairLayer,
  hairline: Hairline,
  isTold: (degrees: number) => number,
  staysAtSides: boolean,
): Float32Array {
  const { width, alpha } = layer
  const stays = new Float32Array(alpha.length)
  withArena(() => {
    const planes = [layer.red, layer.green, layer.blue]
    const sure = (of: Float32Array) => new Float32Array(aboveLevel(of, OWN_COLOUR_SURE))
    const near = OWN_ROOTS.near * frame.faceWidth
    const wanted = blurAllWithin(planes, sure(alpha), layer, near)
    const mean = blurAllWithin([hair.red, hair.green, hair.blue], sure(hair.alpha), layer, near)
    for (let at = 0; at < alpha.length; at++) {
      const before = alpha[at]!
      const kept = hair.alpha[at]!
      const { u, v } = pixelToHead(frame, at % width, Math.floor(at / width))
      const degrees = (Math.atan2(u, v) * 180) / Math.PI
      const inside = Math.hypot(u, v) - hairline(degrees)
      const told = isTold(degrees)
      const along = told * (1 - smoothstep(OWN_ROOTS.band.from, OWN_ROOTS.band.to, inside))
      stays[at] = Math.max(along, staysAtSides ? shareOfSides(u, v) : 0)
      if (before === 0 && kept === 0) continue
      // Along a told hairline no strand is drawn.
      const isBefore = told * (1 - smoothstep(OWN_ROOTS.drawn.from, OWN_ROOTS.drawn.to, inside))
      const drawn = before * (1 - isBefore)
      const own = kept > OWN_ROOTS.least ? (1 - drawn) * stays[at]! : 0
      const share = drawn + own
      alpha[at] = share
      if (share < LEAST_SHARE) continue
      for (const [c, plane] of planes.entries()) {
        const shown = picture.data[4 * at + c]!
        const recoloured = shown + kept * (wanted[c]![at]! - mean[c]![at]!)
        const level = (drawn * plane[at]! + own * recoloured) / share
        plane[at] = Math.min(255, Math.max(0, level))
      }
    }
  })
  return stays
}

/**
 * In which directions the wearer's hairline shows, 0–1, by degrees from straight up: there own hair begins, and none
 * lies before it.
 */
function toldHairline(head: Head, hairline: Hairline): (degrees: number) => number {
  const { step, last, before } = OWN_ROOTS.rays
  const count = (2 * last) / step + 1
  const told = Array.from({ length: count }, (_, n) => {
    const degrees = n * step - last
    const found = hairlineAlong(head, degrees)
    return found && !found.isFringe && found.far > hairline(degrees) - before ? 1 : 0
  })
  return (degrees) => {
    const along = (degrees + last) / step
    const n = Math.floor(along)
    const [here, next] = [told[n] ?? 0, told[n + 1] ?? 0]
    return here + (along - n) * (next - here)
  }
}
