import { createCameraKit } from './page/create-camera-kit.ts'
import type { CameraKit } from './public-types.ts'

// The classic script: sets the global and tells the page, which defined `CameraKitAsyncInit` before.

const page = globalThis as unknown as {
  CameraKit?: CameraKit
  CameraKitAsyncInit?: () => void
}
const script = document.currentScript as HTMLScriptElement | null

// A script that is loaded twice must not take the camera from the first.
if (!page.CameraKit) {
  page.CameraKit = createCameraKit(new URL('.', script?.src ?? document.baseURI).href)
  page.CameraKitAsyncInit?.()
}
