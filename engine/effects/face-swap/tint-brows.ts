import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { formula } from '../../raster/formula.ts'
import { BROW_COLOUR, SHADING_BROWS } from './tuning.ts'

/**
 * Gives brows, and what is between and around their hairs, the hue of the skin they lie on. Hairs are brown or grey in
 * the light of the face, and skin has no more colour than the target's: redder it would be a halo around the brows.
 * @param lab the relit donor, which is changed
 * @param light on the target's skin
 * @param brows with their hairs, before {@link SHADING_BROWS} multiplies them
 */
export function tintBrows(lab: LabPlanes, light: LabPlanes, brows: Float32Array): void {
  const { l: lightL, a: lightA, b: lightB } = light
  tint({ ...lab, lightL, lightA, lightB, brows })
}

const tint = formula(
  { planes: ['brows', 'l', 'a', 'b', 'lightL', 'lightA', 'lightB'] },
  `
  where brows > 0
  share = min(1, ${SHADING_BROWS.gain} * brows)
  lit = (l + 16) / (max(1, lightL) + 16)
  skinA = lit * lightA
  skinB = lit * lightB
  strength = max(1, skinA * skinA + skinB * skinB)
  along = (a * skinA + b * skinB) / strength
  aside = (b * skinA - a * skinB) / strength
  hair = 1 - smoothstep(${BROW_COLOUR.hair}, ${BROW_COLOUR.skin}, lit)
  times = min(1 + ${BROW_COLOUR.more} * hair, max(${BROW_COLOUR.least}, along))
  turned = ${BROW_COLOUR.turned} * tanh(aside / ${BROW_COLOUR.turned})
  a = a + share * (times * skinA - turned * skinB - a)
  b = b + share * (times * skinB + turned * skinA - b)
`,
)
