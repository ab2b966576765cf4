import { CREASE_AREAS, type CreaseArea, creaseMask } from '../../face/crease-mask.ts'
import type { FaceRegion } from '../../face/face-region.ts'
import { flattenEyeBags } from '../../face/retouch/flatten-eye-bags.ts'
import { lightenDarkCircles } from '../../face/retouch/lighten-dark-circles.ts'
import { softenWrinkles } from '../../face/retouch/soften-wrinkles.ts'
import { cropRowsUnderEyes } from '../../face/retouch/under-eyes.ts'
import type { SkinMasks } from '../../face/skin-masks.ts'
import { allocPlane, copyPlane, withArena } from '../../raster/arena.ts'
import { blurWithin } from '../../raster/blur.ts'
import { formula } from '../../raster/formula.ts'
import { copyLabPlanes, type LabPlanes } from '../../raster/lab-planes.ts'
import type { LiftPart } from './lift-features.ts'

/** What the full treatment of one part would add to each place of a canvas, or of some of its rows. */
export type SofteningLayer = {
  part: LiftPart
  change: LabPlanes
  /** How much of it may be added where, 0-1, if not all of it everywhere. */
  area?: Float32Array
  /** The rows it is of, of a tone of the canvas; all where absent. */
  rowsOf?(tone: LabPlanes): LabPlanes
}

/** Of the shadow below an eye only a part belongs to the bag. */
const SHADOW_SHARE = 0.6

/** A fold's shadow is what two blurs, in widths of the face, tell apart; how much of it may go. */
const FOLDS = { fine: 0.006, coarse: 0.07, share: 0.65 }

/** The treatments a lift of some parts draws on, each at its full strength: bags under the eyes, and lines by part. */
export function softeningLayers(
  canvas: FaceRegion,
  masks: SkinMasks,
  isAsked: (part: LiftPart) => boolean,
): SofteningLayer[] {
  const lined = CREASE_AREAS.filter(isAsked)
  return [
    ...(isAsked('eye_bag') ? eyeBagLayers(canvas, masks) : []),
    ...(lined.length > 0 ? creaseLayers(canvas, masks, lined) : []),
  ]
}

function eyeBagLayers(canvas: FaceRegion, masks: SkinMasks): SofteningLayer[] {
  const rows = cropRowsUnderEyes({ region: canvas, masks, lab: copyLabPlanes(canvas.lab) })
  if (!rows) return []
  withArena(() => {
    flattenEyeBags(rows, 1)
    lightenDarkCircles(rows, SHADOW_SHARE)
  })
  const rowsOf = (tone: LabPlanes): LabPlanes =>
    cropRowsUnderEyes({ region: canvas, masks, lab: tone })?.lab ?? tone
  return [{ part: 'eye_bag', rowsOf, change: subtractInPlace(rows.lab, rows.region.lab) }]
}

function creaseLayers(canvas: FaceRegion, masks: SkinMasks, parts: CreaseArea[]): SofteningLayer[] {
  const lines = copyLabPlanes(canvas.lab)
  withArena(() => {
    // A wrinkle that is gone becomes skin in its own masks; a fold is filled as it was found.
    const own = { ...masks, skin: copyPlane(masks.skin), clear: copyPlane(masks.clear) }
    softenWrinkles({ region: canvas, masks: own, lab: lines }, 1)
    fillFolds(canvas, masks, lines)
  })
  const change = subtractInPlace(lines, canvas.lab)
  return parts.map((part) => ({ part, change, area: creaseMask(canvas, part) }))
}

/**
 * Lightens what lies in a shadow deeper than a wrinkle, like the folds beside the mouth: only by a share, because a
 * face without them is another one.
 */
function fillFolds(canvas: FaceRegion, { skin }: SkinMasks, tone: LabPlanes): void {
  const even = blurWithin(tone.l, skin, canvas, FOLDS.coarse * canvas.faceWidth)
  const near = blurWithin(tone.l, skin, canvas, Math.max(0.5, FOLDS.fine * canvas.faceWidth))
  fillFold({ l: tone.l, region: skin, even, near })
}

const fillFold = formula(
  { planes: ['l', 'region', 'even', 'near'] },
  `l = l + ${FOLDS.share} * region * max(0, even - near)`,
)

/** The tones of a canvas with each softening added by its part's strength. */
export function addLayers(
  canvas: FaceRegion,
  list: readonly SofteningLayer[],
  strengths: Record<LiftPart, number>,
): LabPlanes {
  const tone = copyLabPlanes(canvas.lab)
  const left = allocPlane(tone.l.length).fill(1)
  for (const { part, area, rowsOf, change } of list) {
    const strength = strengths[part]
    if (strength === 0) continue
    const added = { addL: change.l, addA: change.a, addB: change.b }
    if (area) addMaskedLayer({ ...tone, ...added, area, left }, { strength })
    else addLayer({ ...(rowsOf?.(tone) ?? tone), ...added }, { strength })
  }
  return tone
}

const addLayer = formula(
  { planes: ['l', 'addL', 'a', 'addA', 'b', 'addB'], scalars: ['strength'] },
  `
  l = l + strength * addL
  a = a + strength * addA
  b = b + strength * addB
`,
)

const addMaskedLayer = formula(
  { planes: ['left', 'area', 'l', 'addL', 'a', 'addA', 'b', 'addB'], scalars: ['strength'] },
  `
  share = min(left, strength * area)
  left = left - share
  l = l + share * addL
  a = a + share * addA
  b = b + share * addB
`,
)

/** What was added to `before`, in the memory of `now`. */
function subtractInPlace(now: LabPlanes, before: LabPlanes): LabPlanes {
  for (const plane of ['l', 'a', 'b'] as const) {
    subtractBefore({ change: now[plane], before: before[plane] })
  }
  return now
}

const subtractBefore = formula({ planes: ['change', 'before'] }, 'change = change - before')
