import { CREASE_AREAS, type CreaseArea, creaseMask } from '../../face/crease-mask.ts'
import type { FaceRegion } from '../../face/face-region.ts'
import { flattenEyeBags } from '../../face/retouch/flatten-eye-bags.ts'
import { lightenDarkCircles } from '../../face/retouch/lighten-dark-circles.ts'
import { softenWrinkles } from '../../face/retouch/soften-wrinkles.ts'
import { cropRowsUnderEyes } from '../../face/retouch/under-eyes.ts'
import type { SkinMasks } from '../../face/skin-masks.ts'
import { allocPlane, copyPlane, withArena } from '../../raster/arena.ts'
import { copyLabPlanes, type LabPlanes } from '../../raster/colour/lab-planes.ts'
import { blurWithin } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import type { LiftPart } from './lift-features.ts'
import { SHADOW_SHARE, SOFTENING_LAYERS_FOLDS } from './tuning.ts'

/** What softening one part at full strength adds to the Lab planes of a face region, or of some of its rows. */
export type SofteningLayer = {
  part: LiftPart
  change: LabPlanes
  /** How much of it may be added to each pixel, 0-1; all of it where absent. */
  area?: Float32Array
  /** Cuts the rows that `change` covers out of planes of the whole region; it covers all of them where absent. */
  rowsOf?(lab: LabPlanes): LabPlanes
}

/** The layers that a lift of some parts needs, each at full strength: bags under the eyes, and creases by part. */
export function softeningLayers(
  region: FaceRegion,
  masks: SkinMasks,
  isAsked: (part: LiftPart) => boolean,
): SofteningLayer[] {
  const lined = CREASE_AREAS.filter(isAsked)
  return [
    ...(isAsked('eye_bag') ? eyeBagLayers(region, masks) : []),
    ...(lined.length > 0 ? creaseLayers(region, masks, lined) : []),
  ]
}

function eyeBagLayers(region: FaceRegion, masks: SkinMasks): SofteningLayer[] {
  const rows = cropRowsUnderEyes({ region, masks, lab: copyLabPlanes(region.lab) })
  if (!rows) return []
  withArena(() => {
    flattenEyeBags(rows, 1)
    lightenDarkCircles(rows, SHADOW_SHARE)
  })
  const rowsOf = (lab: LabPlanes): LabPlanes =>
    cropRowsUnderEyes({ region, masks, lab: lab })?.lab ?? lab
  return [{ part: 'eye_bag', rowsOf, change: subtractInPlace(rows.lab, rows.region.lab) }]
}

function creaseLayers(region: FaceRegion, masks: SkinMasks, parts: CreaseArea[]): SofteningLayer[] {
  const lines = copyLabPlanes(region.lab)
  withArena(() => {
    // Softening marks wrinkles as skin in the masks it is given; folds are filled by the masks as they were.
    const own = { ...masks, skin: copyPlane(masks.skin), clear: copyPlane(masks.clear) }
    softenWrinkles({ region, masks: own, lab: lines }, 1)
    fillFolds(region, masks, lines)
  })
  const change = subtractInPlace(lines, region.lab)
  return parts.map((part) => ({ part, change, area: creaseMask(region, part) }))
}

/**
 * Lightens shadows that are wider than a wrinkle, like the folds beside the mouth. Only by a share: without any folds
 * a face is not recognised.
 */
function fillFolds(region: FaceRegion, { skin }: SkinMasks, lab: LabPlanes): void {
  const even = blurWithin(lab.l, skin, region, SOFTENING_LAYERS_FOLDS.coarse * region.faceWidth)
  const near = blurWithin(
    lab.l,
    skin,
    region,
    Math.max(0.5, SOFTENING_LAYERS_FOLDS.fine * region.faceWidth),
  )
  fillFold({ l: lab.l, skin, even, near })
}

const fillFold = formula(
  { planes: ['l', 'skin', 'even', 'near'] },
  `l = l + ${SOFTENING_LAYERS_FOLDS.share} * skin * max(0, even - near)`,
)

/** The Lab planes of a region with each layer added by its part's strength (0-1). Masked layers share what is left. */
export function addLayers(
  region: FaceRegion,
  list: readonly SofteningLayer[],
  strengths: Record<LiftPart, number>,
): LabPlanes {
  const lab = copyLabPlanes(region.lab)
  const left = allocPlane(lab.l.length).fill(1)
  for (const { part, area, rowsOf, change } of list) {
    const strength = strengths[part]
    if (strength === 0) continue
    const added = { addL: change.l, addA: change.a, addB: change.b }
    if (area) addMaskedLayer({ ...lab, ...added, area, left }, { strength })
    else addLayer({ ...(rowsOf?.(lab) ?? lab), ...added }, { strength })
  }
  return lab
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

/** The difference `now - before`, written over `now`. */
function subtractInPlace(now: LabPlanes, before: LabPlanes): LabPlanes {
  for (const plane of ['l', 'a', 'b'] as const) {
    subtractBefore({ change: now[plane], before: before[plane] })
  }
  return now
}

const subtractBefore = formula({ planes: ['change', 'before'] }, 'change = change - before')
