import type { Point } from '../../geometry/point.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { detectInTiles } from '../detection/detect-in-tiles.ts'
import { FACE_DETECTOR, NOSE_KEYPOINT } from '../faces/face-detector.ts'
import { verifyFace } from '../faces/verify-face.ts'
import { buildPyramid } from '../input/pyramid.ts'
import { selfieMask } from '../mattes/selfie-mask.ts'
import type { Nets } from '../vision.ts'
import { isFullLength } from './body.ts'
import { detectBodies } from './detect-bodies.ts'

/** The networks that the mask of people needs. */
export type PeopleNets = Omit<Nets, 'faceDetail' | 'palmDetection' | 'handLandmark'>

/**
 * The mask of all people in a picture, with soft edges. People at full length are segmented one by one by the pose
 * network, people in close-ups by the selfie network.
 * @param checkpoint called between steps of some ten milliseconds; what it throws ends the search
 * @returns a mask of the picture's size, all 0 when nobody is found
 */
export async function segmentPeople(
  picture: Picture,
  vision: PeopleNets,
  checkpoint: () => Promise<void> = async () => {},
): Promise<Mask> {
  const bodies = await detectBodies(picture, vision, checkpoint)
  const whole = bodies.filter(isFullLength)
  const masks = whole.map(({ mask }) => mask)
  if (whole.length < bodies.length || bodies.length === 0) {
    const points = bodies.flatMap((body) => (isFullLength(body) ? [] : body.landmarks))
    const noses = points.length > 0 ? [] : await findNoses(picture, vision, checkpoint)
    if (points.length + noses.length > 0) {
      masks.push(await selfieMask(buildPyramid(picture), vision, [...points, ...noses]))
    }
  }
  return union(picture, masks)
}

/** The noses of faces in source pixels, for pictures that show nothing else of a person. */
async function findNoses(
  picture: Picture,
  vision: PeopleNets,
  checkpoint: () => Promise<void>,
): Promise<Point[]> {
  const pyramid = buildPyramid(picture)
  const search = { pixels: 192, known: [] }
  const net = vision.faceDetection
  const noses: Point[] = []
  for (const head of await detectInTiles(FACE_DETECTOR, pyramid, net, checkpoint, search)) {
    await checkpoint()
    if (await verifyFace(head, pyramid, vision.faceMesh)) noses.push(head.keypoints[NOSE_KEYPOINT]!)
  }
  return noses
}

/** The maximum of masks, of the picture's size. */
function union({ width, height }: Picture, masks: readonly Mask[]): Mask {
  const [first, ...rest] = masks
  const data = first ? first.data.slice() : new Uint8Array(width * height)
  for (const mask of rest) {
    for (let at = 0; at < data.length; at++) {
      if (mask.data[at]! > data[at]!) data[at] = mask.data[at]!
    }
  }
  return { width, height, data }
}
