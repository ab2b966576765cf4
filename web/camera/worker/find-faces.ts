import { boundingBox } from '../../../engine/geometry/bounding-box.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import { detectInTiles } from '../../../engine/vision/detection/detect-in-tiles.ts'
import { detectFaces, type FaceNets } from '../../../engine/vision/faces/detect-faces.ts'
import { estimateMesh, type Mesh, refineMesh } from '../../../engine/vision/faces/estimate-mesh.ts'
import type { Face } from '../../../engine/vision/faces/face.ts'
import { FACE_DETECTOR } from '../../../engine/vision/faces/face-detector.ts'
import { faceQuality } from '../../../engine/vision/faces/face-quality.ts'
import { roiOfLandmarks } from '../../../engine/vision/faces/face-roi.ts'
import { headPose } from '../../../engine/vision/faces/head-pose.ts'
import { verifyFace } from '../../../engine/vision/faces/verify-face.ts'
import type { Pyramid } from '../../../engine/vision/input/pyramid.ts'

/** Input pixels of the detector along the longer side of a frame. */
const PIXELS = 192

/** The detector looks for others, and for the face anew, after this many frames in which the face was tracked. */
const TRACKED_FRAMES = 12

/** The least logit of a tracked face; below it the detector looks again. Real faces have 16 and more. */
const TRACKED_LOGIT = 14

/** Detections below this share of the largest one's width are not looked at: people far behind. */
const LEAST_SHARE = 0.4

/** More faces than this are not verified in a frame. */
const MOST_FACES = 3

export type FaceFinder = {
  /** The faces of a frame, the largest first. */
  find(pyramid: Pyramid): Promise<Face[]>
  /** All that the service would find, in its order. */
  findAll(picture: Picture): Promise<Face[]>
}

/**
 * Finds faces in frames that follow each other: the largest is tracked by the region of its landmarks, which takes half
 * the time of detecting it.
 */
export function createFaceFinder(nets: FaceNets): FaceFinder {
  let tracked: Face | undefined
  let others: Face[] = []
  let frames = 0
  return {
    find: async (pyramid) => {
      const mesh = tracked && frames < TRACKED_FRAMES && (await follow(pyramid, tracked, nets))
      if (mesh) {
        frames += 1
        tracked = await faceOf(mesh, tracked!.score, pyramid, nets)
        return [tracked, ...others]
      }
      frames = 0
      const faces = await detect(pyramid, nets)
      tracked = faces[0]
      others = faces.slice(1)
      return faces
    },
    findAll: (picture) => detectFaces(picture, nets),
  }
}

async function follow(pyramid: Pyramid, face: Face, nets: FaceNets): Promise<Mesh | undefined> {
  const mesh = await estimateMesh(pyramid, roiOfLandmarks(face.landmarks), nets.faceMesh)
  return mesh.faceLogit >= TRACKED_LOGIT ? mesh : undefined
}

async function detect(pyramid: Pyramid, nets: FaceNets): Promise<Face[]> {
  const search = { pixels: PIXELS, known: [] }
  const net = nets.faceDetection
  const found = await detectInTiles(FACE_DETECTOR, pyramid, net, async () => {}, search)
  const bySize = found.toSorted((a, b) => b.box.width - a.box.width)
  const least = (bySize[0]?.box.width ?? 0) * LEAST_SHARE
  const faces: Face[] = []
  for (const detection of bySize.slice(0, MOST_FACES)) {
    if (detection.box.width < least) continue
    const mesh = await verifyFace(detection, pyramid, nets.faceMesh)
    if (mesh) faces.push(await faceOf(mesh, detection.score, pyramid, nets))
  }
  return faces.toSorted((a, b) => b.box.width * b.box.height - a.box.width * a.box.height)
}

async function faceOf(mesh: Mesh, score: number, pyramid: Pyramid, nets: FaceNets): Promise<Face> {
  const landmarks = await refineMesh(mesh, nets.faceDetail)
  const box = boundingBox(landmarks)
  const quality = await faceQuality(pyramid, box, landmarks)
  return { box, score, landmarks, pose: headPose(landmarks), quality }
}
