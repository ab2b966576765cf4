import { type FaceRegionGeometry, halveGeometry } from '../../face/face-region.ts'
import type { RetouchState } from '../../face/retouch/retouch-state.ts'
import { RETOUCH_LEAST } from '../../face/tuning.ts'
import { copyPlane, withArena } from '../../raster/arena.ts'
import { doubleSize, halveSize } from '../../raster/filter/half-size.ts'
import { formula } from '../../raster/formula.ts'
import { MIN_SIGMA_TO_HALVE } from './tuning.ts'

/** The lightness of a face at one size. */
export type LightnessLayer = {
  geometry: FaceRegionGeometry
  /** L* as retouched so far; filters write it. */
  l: Float32Array
  /** L* as it was. */
  original: Float32Array
  /** The mask of clear skin, 0–1. */
  clear: Float32Array
}

/** The lightness of a face at the size of its region. */
export function lightnessLayerOf({ region, masks, lab }: RetouchState): LightnessLayer {
  return { geometry: region, l: lab.l, original: region.lab.l, clear: masks.clear }
}

/**
 * Edits lightness at the finest size there is: that of the detail band, which takes up all of the change, or else that
 * of the region.
 */
export function editWithDetailBand(
  state: RetouchState,
  edit: (lightness: LightnessLayer) => void,
): void {
  const { region, masks, lab, detailBand } = state
  if (!detailBand) {
    edit(lightnessLayerOf(state))
    return
  }
  withArena(() => {
    const { geometry, current } = detailBand
    const enlarge = (plane: Float32Array): Float32Array => doubleSize(plane, region, geometry)
    const [broad, l, original] = [enlarge(lab.l), enlarge(lab.l), enlarge(region.lab.l)]
    addDetail({ l, current, original, before: detailBand.original })
    edit({ geometry, l, original, clear: enlarge(masks.clear) })
    extractDetail({ current, l, broad })
  })
}

const addDetail = formula(
  { planes: ['l', 'current', 'original', 'before'] },
  `
  l = l + current
  original = original + before
`,
)

const extractDetail = formula({ planes: ['current', 'l', 'broad'] }, 'current = l - broad')

/**
 * Edits lightness where nothing finer than `finest` changes: at half the size where that shows it. The change is then
 * enlarged and added on clear skin.
 * @param finest widths of the face
 */
export function editAtHalfSize(
  lightness: LightnessLayer,
  finest: number,
  edit: (lightness: LightnessLayer) => void,
): void {
  const { geometry, l, original, clear } = lightness
  if (finest * geometry.faceWidth < MIN_SIGMA_TO_HALVE) {
    edit(lightness)
    return
  }
  withArena(() => {
    const half = halveGeometry(geometry)
    const shrink = (plane: Float32Array): Float32Array => halveSize(plane, geometry, half)
    const change = shrink(l)
    const before = copyPlane(change)
    edit({ geometry: half, l: change, original: shrink(original), clear: shrink(clear) })
    subtract({ change, before })
    add({ l, clear, change: doubleSize(change, half, geometry) })
  })
}

const subtract = formula({ planes: ['change', 'before'] }, 'change = change - before')

const add = formula(
  { planes: ['clear', 'l', 'change'] },
  `
  where clear >= ${RETOUCH_LEAST}
  l = l + change
`,
)
