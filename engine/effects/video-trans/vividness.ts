import { smoothstep } from '../../geometry/smoothstep.ts'

/** Luma up to which colours are not made stronger, and from which on fully: in shade dark skin would glow red. */
export const SHADE = { from: 45, to: 130 } as const

/** How strong a colour is that begins to be left as it is, and that is left: skin would turn orange. */
const STRONG = { from: 12, to: 42 } as const

/** By what a colour is multiplied in a style that makes pale ones in the light `strong` times as strong. */
export function vividness(strong: number, luma: number, u: number, v: number): number {
  const lit = smoothstep(SHADE.from, SHADE.to, luma)
  const pale = 1 - smoothstep(STRONG.from, STRONG.to, Math.hypot(u - 128, v - 128))
  return 1 + (strong - 1) * lit * pale
}
