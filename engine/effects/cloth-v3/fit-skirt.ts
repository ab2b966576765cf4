import { Fault } from '../../../catalog/fault.ts'
import { smoothstep } from '../../raster/smoothstep.ts'
import { EASE } from './allowances.ts'
import { cutAt } from './body-edges.ts'
import type { LowerShape } from './garment.ts'
import { freedomAt, type LowerBody } from './lower-body.ts'
import { bendToHem, type Mesh, meshBetween } from './mesh.ts'
import { onwards, resample } from './polyline.ts'
import { heightOver } from './standing-height.ts'
import { fromTorso, onTorso, type Torso, type Wearer } from './wearer.ts'

/** How far a skirt is stretched along to cover what was worn. */
const STRETCH = 1.18

/** How far below its waist a skirt hangs freely, in widths of the shoulders. */
const HELD = 0.35

/** Rows of the mesh. */
const ROWS = 30

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
  const like = shape.drape ? heightOver(shape.drape, wearer) : scale
  const needed = wornEnd(wearer, lower) - waist
  const down = (like / scale) * stretchOver(needed, like * flatLength, waist, wearer)
  const [left, right] = shape.sides.map((side) => resample(onwards(side), ROWS))
  const worn = { left: [] as typeof left & {}, right: [] as typeof left & {} }
  const middle = (shape.waist[0].x + shape.waist[1].x) / 2
  for (let row = 0; row < ROWS; row++) {
    for (const [n, flat] of [left![row]!, right![row]!].entries()) {
      const v = waist + down * scale * (flat.y - start)
      const own = scale * Math.abs(flat.x - middle) * (shape.drape ? 1 / 0.8 : 1)
      const half = skirtHalf(lower, n as 0 | 1, v, { waist, own, torso })
      const point = fromTorso(torso, (n === 0 ? -1 : 1) * half, v)
      ;(n === 0 ? worn.left : worn.right).push(point)
    }
  }
  const mesh = meshBetween(worn, { left: left!, right: right! }, scale)
  bendToHem(mesh, shape.hem, down * scale, torso.down)
  return mesh
}

/** How far below the shoulders what is worn ends, on the torso's axis. */
function wornEnd({ torso, legs }: Wearer, { ends }: LowerBody): number {
  const heights = ([0, 1] as const).map((n) =>
    ends[n] === 0 ? 0 : onTorso(torso, cutAt(legs[n], ends[n], n === 0 ? -1 : 1).at).v,
  )
  return Math.max(...heights) + 0.012 * torso.shoulders
}

function stretchOver(needed: number, own: number, waist: number, { torso, legs }: Wearer): number {
  const factor = needed / own
  if (factor > STRETCH) {
    throw new Fault(
      'mismatch',
      'What is worn reaches lower than the skirt of the reference: only a generator can invent the legs below it. A ' +
        'skirt that is at least as long can be worn.',
    )
  }
  const ankles = Math.max(...legs.map(([, , ankle]) => onTorso(torso, ankle).v))
  // Nothing drags on the ground.
  const longest = Math.max(0.7, (ankles - waist) / own)
  return Math.max(factor, Math.min(1, longest))
}

/** Half the width of a skirt at a height: it hangs down from where the body is widest, and flares as it is cut. */
function skirtHalf(
  lower: LowerBody,
  n: 0 | 1,
  v: number,
  { waist, own, torso }: { waist: number; own: number; torso: Torso },
): number {
  const { reach } = lower
  const { shoulders, length } = torso
  let fits = reach[n](v)
  for (let up = v; up > Math.max(waist, 0.95 * length); up -= 0.05 * length) {
    fits = Math.max(fits, reach[n](up) * (1 - (0.06 * (v - up)) / length))
  }
  const free = freedomAt(lower, v, torso)
  fits += free * EASE * shoulders
  const wide = Math.max(fits, Math.min(0.6 * 0.8 * own + 0.4 * fits, 1.4 * fits))
  // A waistband goes round the body, whatever hangs from it.
  const hanging = free * smoothstep(waist, waist + HELD * shoulders, v)
  return fits + hanging * (wide - fits)
}
