import { Fault } from '../../../../catalog/failures/fault.ts'
import { distance } from '../../../geometry/point.ts'
import { heightAt, resamplePolyline, withoutSteppingBack } from '../../../geometry/polyline.ts'
import { smoothstep } from '../../../geometry/smoothstep.ts'
import { type LowerShape, pairOf } from '../garment.ts'
import { crossSectionAt } from '../measure/body-edges.ts'
import { type LowerBody, loosenessAt } from '../measure/lower-body.ts'
import { extraHeight } from '../measure/standing-height.ts'
import { pixelToTorso, type TorsoAxes, torsoToPixel } from '../measure/torso-axes.ts'
import type { Wearer } from '../measure/wearer.ts'
import {
  CLOTH_EASE,
  FLAT_WIDTH_SEEN,
  SKIRT_ALIKE,
  SKIRT_COVER,
  SKIRT_HANGS,
  SKIRT_HELD,
  SKIRT_LEVEL,
  SKIRT_ROWS,
  SKIRT_SHORTEST,
  SKIRT_SIZES,
  SKIRT_STRETCH,
  SKIRT_WIDTH,
} from '../tuning.ts'
import { curveToHem, type Mesh, meshBetween } from './mesh.ts'

/**
 * Fits a skirt around hips and legs, as wide as what was worn at least.
 * @param waist the height of its edge on the torso's axis @param scale pixels of the photo per pixel of the product
 * @throws Fault `mismatch` where it is shorter than what is worn
 */
export function fitSkirt(
  shape: LowerShape,
  wearer: Wearer,
  lower: LowerBody,
  { waist, scale }: { waist: number; scale: number },
): Mesh {
  const { torso } = wearer
  const start = (shape.waist[0].y + shape.waist[1].y) / 2
  const flatLength = Math.max(...shape.hem.map(({ y }) => y)) - start
  const like = shape.drape ? extraHeight(shape.drape, wearer) : scale
  const middle = (shape.waist[0].x + shape.waist[1].x) / 2
  const flatAt = (u: number): number =>
    (heightAt(shape.hem, middle + u / scale) ?? start + flatLength) - start
  // A hem hangs lower in the middle than before either leg, where the one that is worn is measured.
  const each = wornEnds(wearer, lower).map(({ u, v }) => (v - waist) / (like * flatAt(u)))
  // A hem that slopes by less is level, and measured lower on one side.
  const level = (SKIRT_LEVEL * torso.shoulders) / (like * flatLength)
  const needed = Math.max((each[0]! + each[1]!) / 2, Math.max(...each) - level)
  const own = { length: like * flatLength, isOverSkirt: lower.isSkirt }
  const down = (like / scale) * stretchOver(needed, own, waist, wearer)
  // One that is shown worn lies once round a body, and in another size round another waist.
  const across = shape.drape ? waistScale(shape, lower, { waist, scale }) / FLAT_WIDTH_SEEN : scale
  const [left, right] = shape.sides.map((side) =>
    resamplePolyline(withoutSteppingBack(side), SKIRT_ROWS),
  )
  const worn = { left: [] as typeof left & {}, right: [] as typeof left & {} }
  for (let row = 0; row < SKIRT_ROWS; row++) {
    for (const [n, flat] of [left![row]!, right![row]!].entries()) {
      const v = waist + down * scale * (flat.y - start)
      const own = across * Math.abs(flat.x - middle)
      const half = skirtHalf(lower, n as 0 | 1, v, { waist, own, torso })
      const point = torsoToPixel(torso, (n === 0 ? -1 : 1) * half, v)
      ;(n === 0 ? worn.left : worn.right).push(point)
    }
  }
  const mesh = meshBetween(worn, { left: left!, right: right! }, scale)
  curveToHem(mesh, shape.hem, down * scale, torso.down)
  return mesh
}

/** Pixels of the photo for each across a skirt: by the shoulders, or both waists where these tell a smaller size. */
function waistScale(
  { waist: corners }: LowerShape,
  { reach }: LowerBody,
  { waist, scale }: { waist: number; scale: number },
): number {
  const fitting = (reach[0](waist) + reach[1](waist)) / distance(...corners)
  return Math.min(scale, Math.max((1 - SKIRT_SIZES) * scale, fitting))
}

/** Where before each leg what is worn ends, on the torso's axes. */
function wornEnds({ torso, legs }: Wearer, { ends }: LowerBody): { u: number; v: number }[] {
  return pairOf((n) => {
    const { u, v } = pixelToTorso(torso, crossSectionAt(legs[n], ends[n], n === 0 ? -1 : 1).at)
    return { u, v: ends[n] === 0 ? 0 : v + SKIRT_COVER * torso.shoulders }
  }).slice()
}

/** How much longer a skirt is drawn than it is, at the least so much as it needs to cover what is worn. */
function stretchOver(
  factor: number,
  { length, isOverSkirt }: { length: number; isOverSkirt: boolean },
  waist: number,
  { torso, legs }: Wearer,
): number {
  if (factor > SKIRT_STRETCH) {
    throw new Fault(
      'mismatch',
      'What is worn reaches lower than the skirt of the reference: only a generator can invent the legs below it. A ' +
        'skirt that is at least as long can be worn.',
    )
  }
  const ankles = Math.max(...legs.map(([, , ankle]) => pixelToTorso(torso, ankle).v))
  // Trousers are as long as legs, not as a skirt.
  if (isOverSkirt && factor > SKIRT_ALIKE) return factor
  // Nothing drags on the ground.
  const longest = Math.max(SKIRT_SHORTEST, (ankles - waist) / length)
  return Math.max(factor, Math.min(1, longest))
}

/** Half the width of a skirt at a height: it hangs down from where the body is widest, and flares as it is cut. */
function skirtHalf(
  lower: LowerBody,
  n: 0 | 1,
  v: number,
  { waist, own, torso }: { waist: number; own: number; torso: TorsoAxes },
): number {
  const { reach } = lower
  const { shoulders, length } = torso
  let fits = reach[n](v)
  const { from, step, narrower } = SKIRT_HANGS
  for (let up = v; up > Math.max(waist, from * length); up -= step * length) {
    fits = Math.max(fits, reach[n](up) * (1 - (narrower * (v - up)) / length))
  }
  const free = loosenessAt(lower, v, torso)
  fits += free * CLOTH_EASE * shoulders
  const wide = Math.max(
    fits,
    Math.min(
      SKIRT_WIDTH.own * FLAT_WIDTH_SEEN * own + (1 - SKIRT_WIDTH.own) * fits,
      SKIRT_WIDTH.most * fits,
    ),
  )
  // A waistband goes round the body, whatever hangs from it.
  const hanging = free * smoothstep(waist, waist + SKIRT_HELD * shoulders, v)
  return fits + hanging * (wide - fits)
}
