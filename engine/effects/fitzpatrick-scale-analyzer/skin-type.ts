import type { FITZPATRICK_TYPES } from '../../../catalog/features/fitzpatrick-scale-analyzer.ts'

export type SkinType = (typeof FITZPATRICK_TYPES)[number]

/**
 * The individual typology angle (ITA) of a skin colour in degrees, atan((L* − 50) / b*): high for pale skin, below 0
 * for dark skin (Chardon, Cretois, Hourseau: "Skin colour typology and suntanning pathways", Int. J. Cosmet. Sci. 13,
 * 1991).
 */
export function typologyAngle({ l, b }: { l: number; b: number }): number {
  // All skin has some yellow: a colour cast that hides it must not flip the angle.
  return (Math.atan2(l - 50, Math.max(1, b)) * 180) / Math.PI
}

/**
 * The least angle of each type. The six groups are Chardon's with the limits that Del Bino and Bernerd use ("Variations
 * in skin colour and the biological consequences of ultraviolet radiation exposure", Br. J. Dermatol. 169, 2013): very
 * light, light, intermediate, tan, brown, dark. To equate them with Fitzpatrick's six types is a usual simplification:
 * Fitzpatrick asked people how their skin burns and tans, which no picture shows.
 */
const MIN_ANGLES: [SkinType, number][] = [
  ['I', 55],
  ['II', 41],
  ['III', 28],
  ['IV', 10],
  ['V', -30],
]

/** The type that a typology angle (degrees) stands for. */
export function skinType(angle: number): SkinType {
  return MIN_ANGLES.find(([, least]) => angle > least)?.[0] ?? 'VI'
}
