import { createCameraKit as create } from './page/create-camera-kit.ts'
import type { CameraKit } from './public-types.ts'

export type * from './public-types.ts'

/**
 * Makes the camera module of a page.
 * @param base the URL of the folder with the module's files; that of this script by default
 */
export function createCameraKit(base = new URL('.', import.meta.url).href): CameraKit {
  return create(base)
}
