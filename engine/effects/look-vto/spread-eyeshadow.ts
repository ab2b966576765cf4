import { smoothstep } from '../../geometry/smoothstep.ts'
import { EYESHADOW_ZONES, type EyeshadowSpread, type EyeshadowZone } from './eyeshadow-zones.ts'

/**
 * How much pigment of a zone lies at a place of the lid, 0–1: none on the other side of the eye.
 * @param across 0 at the outer corner of the eye, 1 at the inner one
 * @param up above 0 above the upper lid, below 0 below the lower one
 */
export function spreadEyeshadow(name: EyeshadowZone, across: number, up: number): number {
  const zone: EyeshadowSpread = EYESHADOW_ZONES[name]
  const heights = up > 0 ? zone.above : up < 0 ? zone.below : (zone.above ?? zone.below)
  if (!heights) return 0
  const { rises, falls, slant = 0 } = zone.across
  const height = Math.abs(up)
  let share = smoothstep(...rises, across)
  if (falls) share *= 1 - smoothstep(...falls, across - slant * up)
  if (heights.rises) share *= smoothstep(...heights.rises, height)
  if (heights.falls) share *= 1 - smoothstep(...heights.falls, height)
  const { around } = heights
  if (around) share *= 1 - smoothstep(0, around.reach, Math.abs(height - around.height))
  return share
}
