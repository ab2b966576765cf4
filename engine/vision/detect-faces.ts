import type { Box, Picture } from '../raster/picture.ts'
import type { Candidate } from './candidate.ts'
import type { Face } from './face.ts'
import { FACE_DETECTOR } from './face-detector.ts'
import { faceQuality } from './faces/face-quality.ts'
import { headPose } from './faces/head-pose.ts'
import { lookAtFace } from './faces/look-at-face.ts'
import { refineMesh } from './faces/read-mesh.ts'
import { findInTiles } from './find-in-tiles.ts'
import { leftToRight } from './left-to-right.ts'
import { containment } from './overlap.ts'
import { pointBox } from './point-box.ts'
import { buildPyramid, type Pyramid } from './pyramid.ts'
import { runDetector } from './run-detector.ts'
import { squareAround } from './square.ts'
import type { Nets } from './vision.ts'

/** The networks that faces need. */
export type FaceNets = Pick<Nets, 'faceDetection' | 'faceMesh' | 'faceDetail'>

/** Faces that share more of the smaller one's box are one. */
const SAME = 0.5

/**
 * How closely to look, in input pixels along the picture's longer side; the detector finds faces of a dozen to a
 * hundred of them. A look is taken while the largest face that is known, as a share of that side, is no larger than
 * `largest`, for beside a face that fills a fifth of a picture nobody means one that fills a fortieth; or when one is as
 * small as `smallest`, which is near the end of what the look before finds.
 */
const ROUNDS = [
  { pixels: 128, largest: 1, smallest: 0 },
  { pixels: 384, largest: 1 / 5, smallest: 0 },
  { pixels: 896, largest: 1 / 16, smallest: 1 / 24 },
]

/** Heads that lie or hang, in radians; smaller turns are found upright. */
const TURNS = [Math.PI / 2, Math.PI, -Math.PI / 2]
/** How closely they are looked for. */
const TURNED = [128, 320]

/**
 * Scores of the detector: from `FOUND` on it is worth reading; below and down to `TRACE` worth another look from so close
 * that a face there is easily seen. Half of the faces too small for a look leave such a trace, of the rest of a picture
 * little.
 */
const FOUND = 0.5
const TRACE = 0.2
/** The best ones of a look. */
const MOST_TRACES = 4
/** What is looked at around a trace, as a multiple of it, and the input for that. */
const AROUND = 4
const NEAR = { width: 128, height: 128 }

/** Bounds the time a crowd can take. */
const MOST_FACES = 100

/**
 * Finds the faces of a picture, down to about a hundredth of its longer side.
 *
 * The order is stable, an index into it names a face: from left to right by the centre of their boxes, of two with
 * the same centre the upper first.
 * @param checkpoint called between steps of some ten milliseconds; what it throws ends the search
 */
export async function detectFaces(
  picture: Picture,
  vision: FaceNets,
  checkpoint: () => Promise<void> = async () => {},
): Promise<Face[]> {
  const pyramid = buildPyramid(picture)
  const faces: Face[] = []
  const known: Candidate[] = []
  const read = async (candidates: readonly Candidate[]): Promise<void> => {
    for (const candidate of candidates) {
      if (faces.length === MOST_FACES) return
      await checkpoint()
      const face = await readFace(candidate, pyramid, vision)
      if (!face || faces.some(({ box }) => containment(box, face.box) > SAME)) continue
      faces.push(face)
      known.push(candidate)
    }
  }
  const look = async (pixels: number, angle: number): Promise<void> => {
    const search = { pixels, angle, known, threshold: TRACE }
    const found = await findInTiles(
      FACE_DETECTOR,
      pyramid,
      vision.faceDetection,
      checkpoint,
      search,
    )
    await read(found.filter(({ score }) => score >= FOUND))
    const traces = found.filter(({ score }) => score < FOUND)
    for (const { box } of traces.slice(0, MOST_TRACES)) {
      if (faces.length === MOST_FACES) return
      await checkpoint()
      const near = await lookNear(box, angle, pyramid, vision.faceDetection)
      await read(near.filter((one) => !known.some((k) => containment(k.box, one.box) > 0)))
    }
  }
  const side = Math.max(picture.width, picture.height)
  for (const { pixels, largest, smallest } of ROUNDS) {
    const sizes = faces.map(({ box }) => Math.max(box.width, box.height) / side)
    if (Math.max(0, ...sizes) <= largest || Math.min(...sizes) < smallest) await look(pixels, 0)
  }
  for (const angle of TURNS) {
    for (const pixels of TURNED) if (faces.length === 0) await look(pixels, angle)
  }
  return faces.toSorted(leftToRight)
}

function lookNear(
  { left, top, width, height }: Box,
  angle: number,
  pyramid: Pyramid,
  net: FaceNets['faceDetection'],
): Promise<Candidate[]> {
  const square = { ...squareAround(left, top, width, height), angle }
  const near = { square: { ...square, side: AROUND * square.side }, frame: NEAR }
  return runDetector(FACE_DETECTOR, pyramid, near, net, FOUND)
}

async function readFace(
  candidate: Candidate,
  pyramid: Pyramid,
  vision: FaceNets,
): Promise<Face | undefined> {
  const mesh = await lookAtFace(candidate, pyramid, vision.faceMesh)
  if (!mesh) return undefined
  const landmarks = await refineMesh(mesh, vision.faceDetail)
  const box = pointBox(landmarks)
  return {
    box,
    score: candidate.score,
    landmarks,
    pose: headPose(landmarks),
    quality: faceQuality(pyramid, box, landmarks),
  }
}
