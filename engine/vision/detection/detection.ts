import type { Box } from '../../geometry/box.ts'
import type { Point } from '../../geometry/point.ts'

/** One object that a detector proposes, in source pixels. */
export type Detection = {
  /** The box as the detector regressed it; upright, even where the detector saw the picture rotated. */
  box: Box
  keypoints: Point[]
  /** The detector's confidence, 0–1. */
  score: number
}
