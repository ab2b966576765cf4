import { boundingBox } from '../../geometry/bounding-box.ts'
import { intersectionOverSmaller } from '../../geometry/box.ts'
import type { Picture } from '../../raster/picture.ts'
import { detectInSecondStageCrops } from '../detection/detect-in-second-stage-crops.ts'
import { detectInTiles } from '../detection/detect-in-tiles.ts'
import type { Detection } from '../detection/detection.ts'
import { CONFIDENT_SCORE } from '../detection/run-detector.ts'
import { buildPyramid, type Pyramid } from '../input/pyramid.ts'
import { leftToRight } from '../left-to-right.ts'
import { FIRST_LOGIT, MIN_RIVAL, SAME_FACE_OVERLAP, WEAK_SCORE } from '../tuning.ts'
import type { Nets } from '../vision.ts'
import { refineMesh } from './estimate-mesh.ts'
import type { Face } from './face.ts'
import { FACE_DETECTOR } from './face-detector.ts'
import { faceQuality } from './face-quality.ts'
import { headPose } from './head-pose.ts'
import { verifyFace } from './verify-face.ts'

/** The networks that faces need. */
export type FaceNets = Pick<Nets, 'faceDetection' | 'faceMesh' | 'faceDetail'>

/** Input pixels along the picture's longer side in the first pass. */
const FIRST_PASS_PIXELS = 192

/**
 * When no face is larger than this share of the longer side, the whole picture is searched at higher resolutions.
 * Beside a larger face, those worth finding leave a weak candidate in the first pass; the picture is searched again
 * only when the second stage finds a face at one of them.
 */
const MAX_FOR_DENSE_SEARCH = 1 / 16

/** Beside a face larger than this share of the longer side, no others are searched: a portrait is of one person. */
const MAX_FOR_MORE_SEARCH = 1 / 2

/**
 * The passes at higher resolutions; the detector finds faces of a dozen to a hundred input pixels. A pass runs while
 * the largest face is no larger than the share `largest` of the longer side. `settled` replaces `largest` when the
 * pass before found no new face, because faces of the sizes in between have then been searched in vain.
 */
const PASSES = [
  { pixels: 384, largest: MAX_FOR_MORE_SEARCH, settled: MAX_FOR_MORE_SEARCH },
  { pixels: 896, largest: 1 / 8, settled: 1 / 16 },
]

/**
 * The least logit of the first mesh estimate for a detection in a second-stage crop; with less it is rejected without
 * a second estimate. First estimates of real faces have 12 and more, of other things 4 and less. Where the detector
 * is unsure too the limit is higher: real faces have 23 and more there, and a badge with a crown had 19 (measured).
 */
function minFirstLogit({ score }: Detection): number {
  return score < FIRST_LOGIT.unsure ? FIRST_LOGIT.least : 0
}

/** The rotations, in radians, at which faces are searched when there is no upright one; smaller angles need none. */
const ROTATIONS = [Math.PI / 2, Math.PI, -Math.PI / 2]

/** Input pixels along the longer side in the rotated passes. */
const ROTATED_PASS_PIXELS = [192, 384]

/** Bounds the time for a crowd. */
const MAX_FACES = 100

/**
 * Where only the largest face is wanted, no others are searched beside one larger than this share of the longer side:
 * the first pass has seen those as large at the resolution of the second stage.
 */
const MAX_FOR_RIVALS = 1 / 5

/** Which faces of a picture are searched. */
export type WantedFaces = 'all' | 'largest'

/**
 * Finds the faces of a picture, down to about a hundredth of its longer side.
 *
 * The order is stable, because an index into it names a face: from left to right by the centres of the boxes, and of
 * two with the same centre the upper one first.
 * @param picture or its pyramid, whose pending levels are loaded only where a face is small
 * @param checkpoint called between steps of some ten milliseconds; what it throws ends the search
 * @param wanted `largest` spares the search for those that only a higher resolution shows beside a larger face
 */
export async function detectFaces(
  picture: Picture | Pyramid,
  vision: FaceNets,
  checkpoint: () => Promise<void> = async () => {},
  wanted: WantedFaces = 'all',
): Promise<Face[]> {
  const pyramid = 'data' in picture ? buildPyramid(picture) : picture
  const faces: Face[] = []
  const known: Detection[] = []
  const net = vision.faceDetection
  const addFaces = async (
    detections: readonly Detection[],
    minLogitOf?: (detection: Detection) => number,
  ): Promise<void> => {
    for (const detection of detections) {
      if (faces.length === MAX_FACES) return
      await checkpoint()
      const face = await estimateFace(detection, pyramid, vision, minLogitOf?.(detection))
      if (
        !face ||
        faces.some(({ box }) => intersectionOverSmaller(box, face.box) > SAME_FACE_OVERLAP)
      )
        continue
      faces.push(face)
      known.push(detection)
    }
  }
  /** Adds the faces that one pass over the picture finds, and returns its weak candidates. */
  const runPass = async (
    pixels: number,
    angle = 0,
    threshold = CONFIDENT_SCORE,
  ): Promise<Detection[]> => {
    const search = { pixels, angle, threshold, known }
    const found = await detectInTiles(FACE_DETECTOR, pyramid, net, checkpoint, search)
    await addFaces(found.filter(({ score }) => score >= CONFIDENT_SCORE))
    return found.filter(({ score }) => score < CONFIDENT_SCORE)
  }
  const [{ width, height }] = pyramid
  /** The size of the largest face as a share of the picture's longer side, 0–1. */
  const largestShare = (): number => {
    const sizes = faces.map(({ box }) => Math.max(box.width, box.height))
    return Math.max(0, ...sizes) / Math.max(width, height)
  }
  const weakCandidates = await runPass(FIRST_PASS_PIXELS, 0, WEAK_SCORE)
  let before = 0
  /** Whether there can be faces that the first pass could not see; runs the second stage where that depends on it. */
  const needsMorePasses = async (): Promise<boolean> => {
    const share = largestShare()
    if (share <= MAX_FOR_DENSE_SEARCH) return true
    if (share > (wanted === 'all' ? MAX_FOR_MORE_SEARCH : MAX_FOR_RIVALS)) return false
    await checkpoint()
    before = faces.length
    const least = wanted === 'all' ? 0 : MIN_RIVAL * Math.max(...known.map(sideOf))
    const candidates = weakCandidates.filter((each) => sideOf(each) >= least)
    await addFaces(
      await detectInSecondStageCrops(FACE_DETECTOR, pyramid, candidates, net, known),
      minFirstLogit,
    )
    return faces.length > before
  }
  const passes = (await needsMorePasses()) ? PASSES : []
  for (const { pixels, largest, settled } of passes) {
    const limit = faces.length > before ? largest : settled
    before = faces.length
    if (largestShare() <= limit) await runPass(pixels)
  }
  for (const angle of ROTATIONS) {
    for (const pixels of ROTATED_PASS_PIXELS) if (faces.length === 0) await runPass(pixels, angle)
  }
  return faces.toSorted(leftToRight)
}

function sideOf({ box }: Detection): number {
  return Math.max(box.width, box.height)
}

/** The face of a detection with all that is measured on it; undefined when it is no face. */
async function estimateFace(
  detection: Detection,
  pyramid: Pyramid,
  vision: FaceNets,
  minLogit?: number,
): Promise<Face | undefined> {
  const mesh = await verifyFace(detection, pyramid, vision.faceMesh, minLogit)
  if (!mesh) return undefined
  const landmarks = await refineMesh(mesh, vision.faceDetail)
  const box = boundingBox(landmarks)
  return {
    box,
    score: detection.score,
    landmarks,
    pose: headPose(landmarks),
    quality: await faceQuality(pyramid, box, landmarks),
  }
}
