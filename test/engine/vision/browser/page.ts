import { detectBodies } from '../../../../engine/vision/bodies/detect-bodies.ts'
import { detectFaces } from '../../../../engine/vision/faces/detect-faces.ts'
import { openVisionInBrowser } from '../../../../engine/vision/load/open-vision-in-browser.ts'

/** What the page saw; masks are left out, they are large. */
export type Seen = Awaited<ReturnType<typeof look>>

async function look(width: number, height: number) {
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

Object.assign(globalThis, { look })
