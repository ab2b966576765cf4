import type { Picture } from '../../raster/picture.ts'
import { boundingBox, intersectionOverSmaller, leftToRight } from '../boxes.ts'
import { detectInSecondStageCrops } from '../detection/detect-in-second-stage-crops.ts'
import { detectInTiles } from '../detection/detect-in-tiles.ts'
import type { Detection } from '../detection/detection.ts'
import { CONFIDENT_SCORE } from '../detection/run-detector.ts'
import { buildPyramid, type Pyramid } from '../input/pyramid.ts'
import type { Nets } from '../vision.ts'
import { refineMesh } from './estimate-mesh.ts'
import type { Face } from './face.ts'
import { FACE_DETECTOR } from './face-detector.ts'
import { faceQuality } from './face-quality.ts'
import { headPose } from './head-pose.ts'
import { verifyFace } from './verify-face.ts'

/** The networks that faces need. */
export type FaceNets = Pick<Nets, 'faceDetection' | 'faceMesh' | 'faceDetail'>

/** Faces that share more of the smaller one's box are one. */
const SAME_OVERLAP = 0.5

/** The first look is at the whole picture, so many input pixels along its longer side. */
const FIRST_PASS_PIXELS = 192

/**
 * Who is worth finding beside a face that is larger than this share of the longer side leaves a trace in the first look:
 * only where somebody is found near one everything is looked at more closely.
 */
const MAX_FOR_DENSE_SEARCH = 1 / 16

/** Beside a face that fills half of a picture nobody means one that fills a twentieth. */
const MAX_FOR_MORE_SEARCH = 1 / 2

/**
 * How closely to look then; the detector finds faces of a dozen to a hundred input pixels. A look is taken while the
 * largest face that is known, as a share of the longer side, is no larger than `largest`. `settled` is the same where the
 * look before found nobody who was not known: who was to be found between the sizes has been.
 */
const ROUNDS = [
  { pixels: 384, largest: MAX_FOR_MORE_SEARCH, settled: MAX_FOR_MORE_SEARCH },
  { pixels: 896, largest: 1 / 8, settled: 1 / 16 },
]

/** The least score of a trace. Of strangers of a twelfth of the longer side 96 in a hundred have more (measured). */
const WEAK_SCORE = 0.005

/**
 * What is found near a trace is read only once by the mesh network when that is less sure. First looks at real faces there
 * have 12 and more, at other things 4 and less (measured). Where the detector is in doubt too the mesh network must be
 * surer: such faces have 23 and more, a badge with a crown on it 19.
 */
function minFaceLogit({ score }: Detection): number {
  return score < 0.6 ? 21 : 0
}

/** Heads that lie or hang, in radians; smaller turns are found upright. */
const ROTATIONS = [Math.PI / 2, Math.PI, -Math.PI / 2]
/** How closely they are looked for. */
const ROTATED_PASS_PIXELS = [192, 384]

/** Bounds the time a crowd can take. */
const MAX_FACES = 100

/**
 * Finds the faces of a picture, down to about a hundredth of its longer side.
 *
 * The order is stable, an index into it names a face: from left to right by the centre of their boxes, of two with
 * the same centre the upper first.
 * @param picture or its pyramid, whose largest levels are only awaited where a face is small
 * @param checkpoint called between steps of some ten milliseconds; what it throws ends the search
 */
export async function detectFaces(
  picture: Picture | Pyramid,
  vision: FaceNets,
  checkpoint: () => Promise<void> = async () => {},
): Promise<Face[]> {
  const pyramid = 'data' in picture ? buildPyramid(picture) : picture
  const faces: Face[] = []
  const known: Detection[] = []
  const net = vision.faceDetection
  const read = async (
    found: readonly Detection[],
    leastFor?: (candidate: Detection) => number,
  ): Promise<void> => {
    for (const candidate of found) {
      if (faces.length === MAX_FACES) return
      await checkpoint()
      const face = await estimateFace(candidate, pyramid, vision, leastFor?.(candidate))
      if (!face || faces.some(({ box }) => intersectionOverSmaller(box, face.box) > SAME_OVERLAP))
        continue
      faces.push(face)
      known.push(candidate)
    }
  }
  /** Gives the traces of what it did not find for sure. */
  const look = async (
    pixels: number,
    angle = 0,
    threshold = CONFIDENT_SCORE,
  ): Promise<Detection[]> => {
    const search = { pixels, angle, threshold, known }
    const found = await detectInTiles(FACE_DETECTOR, pyramid, net, checkpoint, search)
    await read(found.filter(({ score }) => score >= CONFIDENT_SCORE))
    return found.filter(({ score }) => score < CONFIDENT_SCORE)
  }
  const [{ width, height }] = pyramid
  const most = (): number => {
    const sizes = faces.map(({ box }) => Math.max(box.width, box.height))
    return Math.max(0, ...sizes) / Math.max(width, height)
  }
  const traces = await look(FIRST_PASS_PIXELS, 0, WEAK_SCORE)
  let before = 0
  /** Whether somebody may be there who was not to be seen from far. */
  const isWorthIt = async (): Promise<boolean> => {
    if (most() <= MAX_FOR_DENSE_SEARCH || most() > MAX_FOR_MORE_SEARCH)
      return most() <= MAX_FOR_DENSE_SEARCH
    await checkpoint()
    before = faces.length
    await read(
      await detectInSecondStageCrops(FACE_DETECTOR, pyramid, traces, net, known),
      minFaceLogit,
    )
    return faces.length > before
  }
  const rounds = (await isWorthIt()) ? ROUNDS : []
  for (const { pixels, largest, settled } of rounds) {
    const limit = faces.length > before ? largest : settled
    before = faces.length
    if (most() <= limit) await look(pixels)
  }
  for (const angle of ROTATIONS) {
    for (const pixels of ROTATED_PASS_PIXELS) if (faces.length === 0) await look(pixels, angle)
  }
  return faces.toSorted(leftToRight)
}

async function estimateFace(
  candidate: Detection,
  pyramid: Pyramid,
  vision: FaceNets,
  least?: number,
): Promise<Face | undefined> {
  const mesh = await verifyFace(candidate, pyramid, vision.faceMesh, least)
  if (!mesh) return undefined
  const landmarks = await refineMesh(mesh, vision.faceDetail)
  const box = boundingBox(landmarks)
  return {
    box,
    score: candidate.score,
    landmarks,
    pose: headPose(landmarks),
    quality: await faceQuality(pyramid, box, landmarks),
  }
}
