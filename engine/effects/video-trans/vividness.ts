import { smoothstep } from '../../raster/smoothstep.ts'

/** Luma up to which colours are not made stronger, and from which on fully: in shade dark skin would glow red. */
export const SHADE = { from: 45, to: 130 } as const

/** By what colours of a luma are multiplied in a style that makes those in the light `strong` times as strong. */
export function vividness(strong: number, luma: number): number {
  return 1 + (strong - 1) * smoothstep(SHADE.from, SHADE.to, luma)
}
