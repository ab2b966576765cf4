import type { Size } from '../../../engine/geometry/size.ts'
import type { Mode } from './mode.ts'

/** A part of a frame, whole pixels. */
export type Crop = { x: number; y: number; width: number; height: number }

/** The least short side of a picture that the service takes for skin simulation. */
const LEAST_SIDE = 480

/**
 * The part of a camera's frame that is judged and taken: what the module shows of it, and no wider than the mode takes
 * it. Positions and sizes are even, because cameras deliver colour for two by two pixels.
 * @param shown the size of the module's picture; only its shape matters
 */
export function cropOf(frame: Size, shown: Size, mode: Mode): Crop {
  const wanted = shown.width / shown.height
  const visible =
    frame.width / frame.height > wanted
      ? { width: frame.height * wanted, height: frame.height }
      : { width: frame.width, height: frame.width / wanted }
  const aspect = mode.finds === 'face' ? mode.aspect : undefined
  const widest = aspect === undefined ? visible.width : visible.height * aspect
  const width = even(Math.min(visible.width, Math.max(widest, LEAST_SIDE)))
  const height = even(visible.height)
  return { x: even((frame.width - width) / 2), y: even((frame.height - height) / 2), width, height }
}

function even(value: number): number {
  return 2 * Math.floor((value + 1e-6) / 2)
}

/** Whether a camera's picture has the pixels that are asked for, whichever way it stands. */
export function isLargeEnough(frame: Size, least: { long: number; short: number }): boolean {
  return (
    Math.max(frame.width, frame.height) >= least.long &&
    Math.min(frame.width, frame.height) >= least.short
  )
}
