import type { FaceRegion, FaceRegionGeometry, LabPlanes } from '../face-region.ts'
import type { SkinMasks } from '../skin-masks.ts'

/** A face under treatment: `tone` is what it looks like by now, the canvas keeps how it came. */
export type RetouchState = {
  region: FaceRegion
  masks: SkinMasks
  lab: LabPlanes
  detailBand?: DetailBand
}

/**
 * What of a large face is finer than its canvas: by how many L* each place of a canvas of twice the size differs from
 * the smaller one, when the face came and by now. All else of a face, its colours first of all, is as well treated on
 * the small canvas alone.
 */
export type DetailBand = {
  geometry: FaceRegionGeometry
  original: Float32Array
  current: Float32Array
}

/** Improves one concern by `intensity`, 0–1, in place. Twice the intensity is twice the change. */
export type RetouchFilter = (patient: RetouchState, intensity: number) => void
