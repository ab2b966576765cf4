import { blurWithin } from '../skin/blur.ts'
import { type Canvas, copyTone, type Tone } from '../skin/canvas.ts'
import type { SkinMasks } from '../skin/skin-masks.ts'
import { darkCircle } from '../skin-simulation/dark-circle.ts'
import { eyeBags } from '../skin-simulation/eye-bags.ts'
import { wrinkle } from '../skin-simulation/wrinkle.ts'
import type { Lifted } from './lift-features.ts'
import { lineAreas } from './line-areas.ts'

/** What the full treatment of one part would add to each place of a canvas. */
export type Softening = {
  part: Lifted
  /** How much of it may be added where, 0-1. */
  area: Float32Array | undefined
  change: Tone
}

/** Of the shadow below an eye only a part belongs to the bag. */
const SHADOW = 0.6

/** A fold's shadow is what two blurs, in widths of the face, tell apart; how much of it may go. */
const FOLDS = { fine: 0.006, coarse: 0.07, share: 0.65 }

/** The treatments a lift draws on, each at its full strength: bags under the eyes, and lines by part. */
export function softenings(canvas: Canvas, masks: SkinMasks): Softening[] {
  const eyes = copyTone(canvas.tone)
  eyeBags({ canvas, masks, tone: eyes }, 1)
  darkCircle({ canvas, masks, tone: eyes }, SHADOW)
  const lines = copyTone(canvas.tone)
  wrinkle({ canvas, masks, tone: lines }, 1)
  fillFolds(canvas, masks, lines)
  const change = difference(lines, canvas.tone)
  const areas = lineAreas(canvas)
  return [
    { part: 'eye_bag', area: undefined, change: difference(eyes, canvas.tone) },
    ...(['cheek', 'forehead', 'mouth'] as const).map((part) => ({
      part,
      area: areas[part],
      change,
    })),
  ]
}

/**
 * Lightens what lies in a shadow deeper than a wrinkle, like the folds beside the mouth: only by a share, because a
 * face without them is another one.
 */
function fillFolds(canvas: Canvas, { region }: SkinMasks, tone: Tone): void {
  const even = blurWithin(tone.l, region, canvas, FOLDS.coarse * canvas.unit)
  const near = blurWithin(tone.l, region, canvas, Math.max(0.5, FOLDS.fine * canvas.unit))
  for (let i = 0; i < region.length; i++) {
    const shadow = even[i]! - near[i]!
    if (shadow > 0) tone.l[i] = tone.l[i]! + FOLDS.share * region[i]! * shadow
  }
}

/** The tones of a canvas with each softening added by its part's strength. */
export function soften(
  canvas: Canvas,
  list: readonly Softening[],
  strengths: Record<Lifted, number>,
): Tone {
  const tone = copyTone(canvas.tone)
  const left = new Float32Array(tone.l.length).fill(1)
  for (const { part, area, change } of list) {
    const strength = strengths[part]
    if (strength === 0) continue
    for (let i = 0; i < left.length; i++) {
      const share = area ? Math.min(left[i]!, strength * area[i]!) : strength
      if (share <= 0) continue
      if (area) left[i] = left[i]! - share
      tone.l[i] = tone.l[i]! + share * change.l[i]!
      tone.a[i] = tone.a[i]! + share * change.a[i]!
      tone.b[i] = tone.b[i]! + share * change.b[i]!
    }
  }
  return tone
}

/** What was added to `before`, in the memory of `now`. */
function difference(now: Tone, before: Tone): Tone {
  const minus = (a: Float32Array, b: Float32Array): Float32Array => {
    for (let i = 0; i < a.length; i++) a[i] = a[i]! - b[i]!
    return a
  }
  return { l: minus(now.l, before.l), a: minus(now.a, before.a), b: minus(now.b, before.b) }
}
