import type { ZoneOf } from '../../../catalog/looks/look.ts'
import { formula } from '../../raster/formula.ts'
import type { Brow } from './find-brow.ts'
import type { FaceLight } from './measure-light.ts'
import type { Part } from './part.ts'
import { litPigment } from './pigment.ts'
import { BROW_FILL, LEAST_CHANGE, MOST_FILL } from './tuning.ts'

/** Fills a brow: powder between the hairs, and the hairs a little darker. Their texture stays. */
export function paintBrow(
  part: Part,
  { plane, seen }: Brow,
  { pigment, opacity }: ZoneOf<'brows'>,
  light: FaceLight,
): void {
  const [r, g, b] = litPigment(pigment, light)
  const [skinR, skinG, skinB] = light.skin
  const passed = (own: number, skin: number): number => Math.min(1, Math.max(MOST_FILL, own / skin))
  fill(
    { ...part.light, alpha: plane },
    {
      opacity: opacity * seen,
      byR: passed(r, skinR),
      byG: passed(g, skinG),
      byB: passed(b, skinB),
    },
  )
}

const fill = formula(
  { planes: ['r', 'g', 'b', 'alpha'], scalars: ['opacity', 'byR', 'byG', 'byB'] },
  `
  share = opacity * smoothstep(${BROW_FILL.from}, ${BROW_FILL.to}, alpha)
  where share >= ${LEAST_CHANGE}
  r = r * (1 + share * (byR - 1))
  g = g * (1 + share * (byG - 1))
  b = b * (1 + share * (byB - 1))
`,
)
