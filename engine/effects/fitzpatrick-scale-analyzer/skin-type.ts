import type { FITZPATRICK_TYPES } from '../../../catalog/fitzpatrick-scale-analyzer.ts'

export type SkinType = (typeof FITZPATRICK_TYPES)[number]

/**
 * The individual typology angle of a skin colour in degrees, atan((L* − 50) / b*): high for pale skin, below 0 for dark
 * (Chardon, Cretois, Hourseau: "Skin colour typology and suntanning pathways", Int. J. Cosmet. Sci. 13, 1991).
 */
export function typologyAngle({ l, b }: { l: number; b: number }): number {
  // Skin without yellow does not exist; a cast that makes it so must not turn the angle over.
  return (Math.atan2(l - 50, Math.max(1, b)) * 180) / Math.PI
}

/**
 * The least angle of each type. The six groups are Chardon's with the limits as Del Bino and Bernerd use them
 * ("Variations in skin colour and the biological consequences of ultraviolet radiation exposure", Br. J. Dermatol. 169,
 * 2013): very light, light, intermediate, tan, brown, dark. They stand here for Fitzpatrick's six types in order, a
 * usual simplification: Fitzpatrick asked people how they burn and tan, which no picture shows.
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
