import { type FaceRegionGeometry, landmarkPath } from '../../face/face-region.ts'
import { allocPlane, allocZeroPlane } from '../../raster/arena.ts'
import { medianWithin } from '../../raster/filter/median-within.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import { BROW_RINGS } from './brow-rings.ts'
import { BROW_STRENGTH, SHADING_BROWS } from './tuning.ts'

/**
 * Makes brows fainter that are much stronger than those of the target: black ones on a face with fair hair, or a
 * child's, look stuck on.
 * @param l the donor's L*, which is changed
 * @param target L* of the face, and that of the light on its skin
 * @param brows with their hairs, before {@link SHADING_BROWS} multiplies them
 */
export function softenBrows(
  l: Float32Array,
  target: { l: Float32Array; light: Float32Array },
  brows: Float32Array,
  region: FaceRegionGeometry,
): void {
  const inside = allocZeroPlane(l.length)
  for (const ring of BROW_RINGS) paintPolygon(inside, region, landmarkPath(region, ring))
  const { light } = target
  const [own, wanted] = [target.l, l].map((plane) => {
    const darker = allocPlane(l.length)
    compare({ darker, l: plane, light })
    return medianWithin(darker, inside)
  })
  const { times, from } = BROW_STRENGTH
  const most = Math.max(from, times * own!)
  if (wanted! > most) fade({ l, light, brows }, { kept: most / wanted! })
}

const compare = formula(
  { planes: ['darker', 'l', 'light'] },
  'darker = max(0, 1 - (l + 16) / (max(1, light) + 16))',
)

const fade = formula(
  { planes: ['brows', 'l', 'light'], scalars: ['kept'] },
  `
  where brows > 0
  share = min(1, ${SHADING_BROWS.gain} * brows)
  l = l + share * (1 - kept) * max(0, light - l)
`,
)
