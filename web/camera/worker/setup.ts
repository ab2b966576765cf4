import type { Size } from '../../../engine/geometry/size.ts'
import type { CameraMode, QualityThresholds } from '../public-types.ts'

/** What an opening asks of the worker. */
export type Setup = {
  mode: CameraMode
  thresholds: QualityThresholds
  /** The size of the module's picture, of which the shape matters. */
  shown: Size
  /** The URL of the folder with runtime and networks. */
  assets: string
}
