import { formula } from '../../raster/formula.ts'
import { copyPlane, inPlaneRoom, takePlane } from '../../raster/plane-room.ts'
import { blurWithin } from '../skin/blur.ts'
import { type Canvas, copyTone, type Tone } from '../skin/canvas.ts'
import type { SkinMasks } from '../skin/skin-masks.ts'
import { darkCircle } from '../skin-simulation/dark-circle.ts'
import { eyeBags } from '../skin-simulation/eye-bags.ts'
import { rowsUnderEyes } from '../skin-simulation/under-eyes.ts'
import { wrinkle } from '../skin-simulation/wrinkle.ts'
import type { Lifted } from './lift-features.ts'
import { LINE_PARTS, type LinePart, lineArea } from './line-areas.ts'

/** What the full treatment of one part would add to each place of a canvas, or of some of its rows. */
export type Softening = {
  part: Lifted
  change: Tone
  /** How much of it may be added where, 0-1, if not all of it everywhere. */
  area?: Float32Array
  /** The rows it is of, of a tone of the canvas; all where absent. */
  rowsOf?(tone: Tone): Tone
}

/** Of the shadow below an eye only a part belongs to the bag. */
const SHADOW = 0.6

/** A fold's shadow is what two blurs, in widths of the face, tell apart; how much of it may go. */
const FOLDS = { fine: 0.006, coarse: 0.07, share: 0.65 }

/** The treatments a lift of some parts draws on, each at its full strength: bags under the eyes, and lines by part. */
export function softenings(
  canvas: Canvas,
  masks: SkinMasks,
  isAsked: (part: Lifted) => boolean,
): Softening[] {
  const lined = LINE_PARTS.filter(isAsked)
  return [
    ...(isAsked('eye_bag') ? eyeSoftening(canvas, masks) : []),
    ...(lined.length > 0 ? lineSoftenings(canvas, masks, lined) : []),
  ]
}

function eyeSoftening(canvas: Canvas, masks: SkinMasks): Softening[] {
  const rows = rowsUnderEyes({ canvas, masks, tone: copyTone(canvas.tone) })
  if (!rows) return []
  inPlaneRoom(() => {
    eyeBags(rows, 1)
    darkCircle(rows, SHADOW)
  })
  const rowsOf = (tone: Tone): Tone => rowsUnderEyes({ canvas, masks, tone })?.tone ?? tone
  return [{ part: 'eye_bag', rowsOf, change: difference(rows.tone, rows.canvas.tone) }]
}

function lineSoftenings(canvas: Canvas, masks: SkinMasks, parts: LinePart[]): Softening[] {
  const lines = copyTone(canvas.tone)
  inPlaneRoom(() => {
    // A wrinkle that is gone becomes skin in its own masks; a fold is filled as it was found.
    const own = { ...masks, region: copyPlane(masks.region), plain: copyPlane(masks.plain) }
    wrinkle({ canvas, masks: own, tone: lines }, 1)
    fillFolds(canvas, masks, lines)
  })
  const change = difference(lines, canvas.tone)
  return parts.map((part) => ({ part, change, area: lineArea(canvas, part) }))
}

/**
 * Lightens what lies in a shadow deeper than a wrinkle, like the folds beside the mouth: only by a share, because a
 * face without them is another one.
 */
function fillFolds(canvas: Canvas, { region }: SkinMasks, tone: Tone): void {
  const even = blurWithin(tone.l, region, canvas, FOLDS.coarse * canvas.unit)
  const near = blurWithin(tone.l, region, canvas, Math.max(0.5, FOLDS.fine * canvas.unit))
  fill({ l: tone.l, region, even, near })
}

const fill = formula(`l = l + ${FOLDS.share} * region * max(0, even - near)`)

/** The tones of a canvas with each softening added by its part's strength. */
export function soften(
  canvas: Canvas,
  list: readonly Softening[],
  strengths: Record<Lifted, number>,
): Tone {
  const tone = copyTone(canvas.tone)
  const left = takePlane(tone.l.length).fill(1)
  for (const { part, area, rowsOf, change } of list) {
    const strength = strengths[part]
    if (strength === 0) continue
    const added = { addL: change.l, addA: change.a, addB: change.b }
    if (area) addWithin({ ...tone, ...added, area, left }, { strength })
    else add({ ...(rowsOf?.(tone) ?? tone), ...added }, { strength })
  }
  return tone
}

const add = formula(`
  l = l + strength * addL
  a = a + strength * addA
  b = b + strength * addB
`)

const addWithin = formula(`
  share = min(left, strength * area)
  left = left - share
  l = l + share * addL
  a = a + share * addA
  b = b + share * addB
`)

/** What was added to `before`, in the memory of `now`. */
function difference(now: Tone, before: Tone): Tone {
  for (const plane of ['l', 'a', 'b'] as const) {
    leaveChange({ change: now[plane], before: before[plane] })
  }
  return now
}

const leaveChange = formula('change = change - before')
