import type { QualityThresholds } from '../public-types.ts'

type Span = readonly [lower: number, upper: number]

/** What a face has to keep within: shares of the picture 0–1, angles in degrees, light as a score 0–1. */
export type FaceLimits = {
  /** The face's height in a landscape picture, its width in a portrait one. */
  ratio: Span
  /** Where each edge of the face may lie. */
  edges: Readonly<Record<'left' | 'right' | 'top' | 'bottom', Span>>
  pitch: Span
  yaw: Span
  roll: Span
  /** The score from which light is enough, and from which it is good. */
  lighting: Span
  /** The most that the halves of the face may differ in luma. */
  uneven: number
}

/** The limits that thresholds by name mean. */
export function limitsOf(thresholds: QualityThresholds): FaceLimits {
  const span = (name: string): Span => {
    const at = (end: 'lower' | 'upper') =>
      thresholds[`${name}_${end}_threshold` as keyof QualityThresholds]
    return [at('lower'), at('upper')]
  }
  return {
    ratio: span('face_ratio'),
    edges: {
      left: span('face_left_boundary'),
      right: span('face_right_boundary'),
      top: span('face_top_boundary'),
      bottom: span('face_bottom_boundary'),
    },
    pitch: span('pitch'),
    yaw: span('yaw'),
    roll: span('roll'),
    lighting: span('lighting'),
    uneven: thresholds.lighting_uneven_threshold,
  }
}

/**
 * By how much a face has to be within the limits before it counts as good. It stays good until it is beyond them, so
 * that the verdict of a face at the limit does not flap. Landmarks jitter by up to 0.6 degrees.
 */
const ENTRY = { ratio: 0.015, degrees: 1, light: 0.01, uneven: 0.01 } as const

/** The limits for a face that is not good yet: narrower, so never looser than what was asked for. */
export function entryLimits(limits: FaceLimits): FaceLimits {
  const { ratio, pitch, yaw, roll, lighting, uneven } = limits
  return {
    ...limits,
    // A face that fills the picture is refused by its edges.
    ratio: [Math.min(ratio[0] + ENTRY.ratio, ratio[1]), ratio[1]],
    pitch: narrowed(pitch),
    yaw: narrowed(yaw),
    roll: narrowed(roll),
    lighting: [lighting[0] + ENTRY.light, lighting[1]],
    uneven: Math.max(uneven / 2, uneven - ENTRY.uneven),
  }
}

/** Takes off at most a quarter of the span at each end. */
function narrowed([lower, upper]: Span): Span {
  const by = Math.min(ENTRY.degrees, (upper - lower) / 4)
  return [lower + by, upper - by]
}
