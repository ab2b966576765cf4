import { bundleCamera } from '../lib/camera/bundle-camera.ts'
import { assetFolder, readAssets } from '../lib/camera/camera-files.ts'
import { keptCamera } from '../lib/camera/place-camera.ts'
import { DIST } from './dist.ts'

/** Bundles the scripts of the camera module; its runtime and networks come from the packages it depends on. */
export function keepCamera(): void {
  bundleCamera(keptCamera(DIST), assetFolder(readAssets()))
}
