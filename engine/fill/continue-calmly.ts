import { sampleClamped } from '../geometry/sample.ts'
import type { Size } from '../geometry/size.ts'
import { smoothstep } from '../geometry/smoothstep.ts'
import { blurAllWithin } from '../raster/filter/blur.ts'
import { growMask } from '../raster/mask/grow-mask.ts'
import { halveLevel, KNOWN, type Level, OCCLUDED, TARGET } from './level.ts'
import { solveMembrane } from './membrane.ts'
import { smoothGround } from './smooth-ground.ts'
import type { TextureStatistics } from './texture-statistics.ts'
import { transportCoherently } from './transport-coherently.ts'
import { CALMLY_MOST_PIXELS, CALMLY_TRANSPORTED, CALMLY_TREND } from './tuning.ts'

/** How little colour flows over what is occluded, where it flows over the target by 1. */
const OCCLUDED_CONDUCTION = 1e-3

/** What calm continuation makes of a target: planes of a smaller level, and full pixels per pixel of it. */
export type CalmContinuation = Size & {
  planes: Float32Array[]
  scale: number
  /** Whether a pixel lies in a smooth ground, 0 to 1. */
  smooth: Float32Array
}

/**
 * Continues what is around the target without texture: the mean of a membrane, which is right about light, and of
 * coherence transport, which is right about edges. Each alone errs further from what was there (measured as MS-SSIM in
 * photographs with known truth).
 * @param level with its confidence set
 */
export function continueCalmly(level: Level): CalmContinuation {
  const { small, scale } = reduced(level)
  return continued(small, scale, smoothGround(small))
}

/** {@link continueCalmly} where some of the target lies in a smooth ground; undefined, and much faster, elsewhere. */
export function continueSmoothly(level: Level): CalmContinuation | undefined {
  const { small, scale } = reduced(level)
  const smooth = smoothGround(small)
  const target = small.state.map((is) => (is === TARGET ? 1 : 0))
  const near = growMask(target, small, 2)
  return smooth.some((own, i) => own > 0 && near[i] === 1)
    ? continued(small, scale, smooth)
    : undefined
}

function continued(small: Level, scale: number, smooth: Float32Array): CalmContinuation {
  const { width, height, state } = small
  const known = state.map((is) => (is === KNOWN ? 1 : 0))
  const evenly = new Float32Array(state.length)
  for (let i = 0; i < state.length; i++) {
    evenly[i] = state[i] === OCCLUDED ? OCCLUDED_CONDUCTION : 1
  }
  const planes = planesOf(small)
  const target = state.map((is) => (is === TARGET ? 1 : 0))
  solveMembrane(planes, known, small, evenly, evenly, target)
  const isTarget = Float32Array.from(target)
  const coherence = transportCoherently(small)
  const [coherent] = blurAllWithin([coherence], isTarget, small, CALMLY_TRANSPORTED.sigma)
  const transported = planesOf(small)
  for (let i = 0; i < known.length; i++) {
    if (known[i]) continue
    const { least, most, coherent: from } = CALMLY_TRANSPORTED
    const followed = least + (most - least) * smoothstep(0, from, coherent![i]!)
    const share = followed * (1 - smooth[i]!)
    for (let c = 0; c < 3; c++) {
      const plane = planes[c]!
      plane[i] = plane[i]! + share * (transported[c]![i]! - plane[i]!)
    }
  }
  return { width, height, scale, planes, smooth }
}

/**
 * The light over a texture, without the objects that lie in it: wide means of the known colours that are usual there.
 */
export function continueTexture(
  level: Level,
  { median, variance, spread }: TextureStatistics,
): CalmContinuation {
  const { small, scale } = reduced(level)
  const { width, height, state } = small
  const most = CALMLY_TREND.deviations ** 2 * (variance + spread)
  const planes = planesOf(small)
  const weight = Float32Array.from(state, (is, i) => {
    const apart = planes.reduce((sum, plane, c) => sum + (plane[i]! - median[c]!) ** 2 / 3, 0)
    return is === KNOWN && apart < most ? 1 : 0
  })
  const smooth = new Float32Array(state.length)
  return {
    width,
    height,
    scale,
    planes: blurAllWithin(planes, weight, small, CALMLY_TREND.sigma),
    smooth,
  }
}

function reduced(level: Level): { small: Level; scale: number } {
  let small: Level = { ...level, rgb: new Uint8ClampedArray(level.rgb) }
  let scale = 1
  while (countOf(small.state, TARGET) > CALMLY_MOST_PIXELS) {
    small = halveLevel(small)
    // Of a target without confidence the next halving would make occluded, black pixels.
    for (let i = 0; i < small.state.length; i++) {
      small.confidence[i] = small.state[i] === OCCLUDED ? 0 : 1
    }
    scale *= 2
  }
  return { small, scale }
}

function countOf(states: Uint8Array, state: number): number {
  let count = 0
  for (let i = 0; i < states.length; i++) if (states[i] === state) count++
  return count
}

function planesOf({ rgb, state }: Level): Float32Array[] {
  return [0, 1, 2].map((c) => {
    const plane = new Float32Array(state.length)
    for (let i = 0; i < plane.length; i++) plane[i] = rgb[3 * i + c]!
    return plane
  })
}

/** Whether a pixel of the level that a continuation was made for lies in a smooth ground, 0 to 1. */
export function smoothnessAt(calm: CalmContinuation, x: number, y: number): number {
  const { scale } = calm
  return sampleClamped(calm.smooth, calm, (x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5)
}

/** One channel of a continuation at a pixel of the level that it was made for. */
export function calmColour(calm: CalmContinuation, c: number, x: number, y: number): number {
  const { scale } = calm
  return sampleClamped(calm.planes[c]!, calm, (x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5)
}
