import { detectBodies } from '../../../../engine/vision/bodies/detect-bodies.ts'
import { detectFaces } from '../../../../engine/vision/faces/detect-faces.ts'
import { openVisionInBrowser } from '../../../../engine/vision/load/open-vision-in-browser.ts'

/** What was found; masks are left out because of their size. */
export type Seen = Awaited<ReturnType<typeof look>>

/** Detects faces and bodies in the served picture, in a page or a worker. */
export async function look({ width, height }: { width: number; height: number }) {
  const answer = await fetch('/picture')
  const picture = { width, height, data: new Uint8ClampedArray(await answer.arrayBuffer()) }
  const vision = await openVisionInBrowser({
    runtime: '/packages/@litertjs/core/wasm',
    file: (specifier) => `/packages/${specifier}`,
  })
  try {
    const faces = await detectFaces(picture, vision)
    const bodies = await detectBodies(picture, vision)
    return {
      faces: faces.map(({ box, landmarks }) => ({ box, landmarks })),
      bodies: bodies.map(({ box, landmarks }) => ({ box, landmarks })),
    }
  } finally {
    vision.close()
  }
}
