import { smoothstep } from '../../../geometry/smoothstep.ts'
import type { Sides } from '../garment.ts'
import { pixelToTorso, type TorsoAxes, torsoToPixel } from '../measure/torso-axes.ts'
import type { Waist } from '../measure/waist.ts'
import { WAIST_CURVE_LEVEL } from '../tuning.ts'
import type { Mesh } from './mesh.ts'

/**
 * Bends a mesh as the edge of a waist runs, the less the lower; where that lifts it, it is as wide as the body there.
 * @param dip how much lower its own edge is in the middle than at its corners, in pixels of the photo
 * @param reach how far the body reaches at each side at a height
 */
export function curveToWaist(
  mesh: Mesh,
  { edge, dip }: { edge: number; dip: number },
  { slope, bow }: Waist,
  { torso, reach }: { torso: TorsoAxes; reach: Sides<(v: number) => number> },
): Mesh {
  const places = mesh.worn.map((point) => pixelToTorso(torso, point))
  const half = Math.max(Math.abs(places[0]!.u), Math.abs(places[mesh.columns - 1]!.u))
  const own = Math.max(0, bow - dip / half ** 2)
  const bent = places.map(({ u, v }) => {
    const held = 1 - smoothstep(edge, edge + WAIST_CURVE_LEVEL * torso.shoulders, v)
    return { u, v: v + held * (slope * u - own * Math.min(half, Math.abs(u)) ** 2), held }
  })
  const worn = bent.map(({ u, v, held }, at) => {
    const row = at - (at % mesh.columns)
    const n = u < 0 ? 0 : 1
    const end = n === 0 ? row : row + mesh.columns - 1
    const [before, after] = [reach[n](places[end]!.v), reach[n](bent[end]!.v)]
    const narrower = before > 0 ? Math.min(1, after / before) : 1
    return torsoToPixel(torso, u * (1 + held * (narrower - 1)), v)
  })
  return { ...mesh, worn }
}
