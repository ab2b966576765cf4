import type { Point } from '../../geometry/point.ts'
import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import type { FaceRegion, FaceRegionGeometry } from '../face-region.ts'
import type { SkinMasks } from '../skin-masks.ts'

/** A face while it is retouched. */
export type RetouchState = {
  /** The face as it was: `region.lab` is never written. */
  region: FaceRegion
  masks: SkinMasks
  /** The face's colours as retouched so far. */
  lab: LabPlanes
  /** Finer detail than the region shows, for large faces and filters that need it. */
  detailBand?: DetailBand
}

/**
 * The lightness detail that is lost by halving a large region: L* at full size minus the halved L*, enlarged. Colours
 * and all broader features are retouched at half size alone.
 */
export type DetailBand = {
  /** The region at full size: twice that of the retouched one. */
  geometry: FaceRegionGeometry
  /** The detail as it was, L*. */
  original: Float32Array
  /** The detail as retouched so far, L*. */
  current: Float32Array
}

/** Improves one concern in place. Twice the intensity, 0–1, is twice the change. */
export type RetouchFilter = (state: RetouchState, intensity: number) => void

/**
 * Rows are cropped at multiples of this, so that pyramid blurs see the face on the same grid as in the whole region.
 */
const GRID_STEP = 32

/** Kernels write four values at once: a number of rows divisible by four keeps them inside the cropped planes. */
const KERNEL_WIDTH = 4

/**
 * The rows of a face around some points, as a state of its own whose planes are views: a filter that runs on it changes
 * the whole state. Undefined where none of the rows is in the region.
 * @param points region pixels
 * @param margin rows above and below the points, in widths of the face
 */
export function cropRowsAround(
  { region, masks, lab }: RetouchState,
  points: readonly Point[],
  margin: number,
): RetouchState | undefined {
  const { width, height, faceWidth, area, scale } = region
  const ys = points.map(({ y }) => y)
  const [highest, lowest] = [
    Math.min(...ys) - margin * faceWidth,
    Math.max(...ys) + margin * faceWidth,
  ]
  const top = Math.max(0, GRID_STEP * Math.floor(highest / GRID_STEP))
  const end = Math.min(height, top + KERNEL_WIDTH * Math.ceil((lowest - top) / KERNEL_WIDTH))
  if (end <= top) return undefined
  const crop = (plane: Float32Array): Float32Array => plane.subarray(top * width, end * width)
  const cropLab = ({ l, a, b }: LabPlanes): LabPlanes => ({ l: crop(l), a: crop(a), b: crop(b) })
  const { bare, skin, clear, typical } = masks
  return {
    region: {
      ...region,
      height: end - top,
      area: {
        ...area,
        top: area.top + top * scale,
        height: Math.min(area.height - top * scale, (end - top) * scale),
      },
      points: region.points.map(({ x, y }) => ({ x, y: y - top })),
      lab: cropLab(region.lab),
    },
    masks: { bare: crop(bare), skin: crop(skin), clear: crop(clear), typical },
    lab: cropLab(lab),
  }
}
