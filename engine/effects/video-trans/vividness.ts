import { smoothstep } from '../../geometry/smoothstep.ts'
import { VIVIDNESS_SHADE, VIVIDNESS_STRONG } from './tuning.ts'

/** By what a colour is multiplied in a style that makes pale ones in the light `strong` times as strong. */
export function vividness(strong: number, luma: number, u: number, v: number): number {
  const lit = smoothstep(VIVIDNESS_SHADE.from, VIVIDNESS_SHADE.to, luma)
  const pale =
    1 - smoothstep(VIVIDNESS_STRONG.from, VIVIDNESS_STRONG.to, Math.hypot(u - 128, v - 128))
  return 1 + (strong - 1) * lit * pale
}
