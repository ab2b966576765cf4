import type { Box, Point } from '../../raster/picture.ts'

/** Where a detector believes something is, in source pixels. */
export type Detection = {
  /** Of the size the detector drew, upright in the picture. */
  box: Box
  keypoints: Point[]
  /** 0–1. */
  score: number
}
