import type { Picture } from '../raster/picture.ts'
import type { Candidate } from './candidate.ts'
import type { Face } from './face.ts'
import { FACE_DETECTOR } from './face-detector.ts'
import { faceQuality } from './faces/face-quality.ts'
import { headPose } from './faces/head-pose.ts'
import { lookAtFace } from './faces/look-at-face.ts'
import { refineMesh } from './faces/read-mesh.ts'
import { findInTiles } from './find-in-tiles.ts'
import { leftToRight } from './left-to-right.ts'
import { lookNear } from './look-near.ts'
import { containment } from './overlap.ts'
import { pointBox } from './point-box.ts'
import { buildPyramid, type Pyramid } from './pyramid.ts'
import { SURE } from './run-detector.ts'
import type { Nets } from './vision.ts'

/** The networks that faces need. */
export type FaceNets = Pick<Nets, 'faceDetection' | 'faceMesh' | 'faceDetail'>

/** Faces that share more of the smaller one's box are one. */
const SAME = 0.5

/** The first look is at the whole picture, so many input pixels along its longer side. */
const FIRST = 192

/**
 * Who is worth finding beside a face that is larger than this share of the longer side leaves a trace in the first look:
 * only where somebody is found near one everything is looked at more closely.
 */
const LEADS = 1 / 16

/** Beside a face that fills half of a picture nobody means one that fills a twentieth. */
const ALONE = 1 / 2

/**
 * How closely to look then; the detector finds faces of a dozen to a hundred input pixels. A look is taken while the
 * largest face that is known, as a share of the longer side, is no larger than `largest`. `settled` is the same where the
 * look before found nobody who was not known: who was to be found between the sizes has been.
 */
const ROUNDS = [
  { pixels: 384, largest: ALONE, settled: ALONE },
  { pixels: 896, largest: 1 / 8, settled: 1 / 16 },
]

/** The least score of a trace. Of strangers of a twelfth of the longer side 96 in a hundred have more (measured). */
const TRACE = 0.005

/**
 * What is found near a trace is read only once by the mesh network when that is less sure. First looks at real faces there
 * have 12 and more, at other things 4 and less (measured). Where the detector is in doubt too the mesh network must be
 * surer: such faces have 23 and more, a badge with a crown on it 19.
 */
const leastNear = ({ score }: Candidate): number => (score < 0.6 ? 21 : 0)

/** Heads that lie or hang, in radians; smaller turns are found upright. */
const TURNS = [Math.PI / 2, Math.PI, -Math.PI / 2]
/** How closely they are looked for. */
const TURNED = [192, 384]

/** Bounds the time a crowd can take. */
const MOST_FACES = 100

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
  const known: Candidate[] = []
  const net = vision.faceDetection
  const read = async (
    found: readonly Candidate[],
    leastFor?: (candidate: Candidate) => number,
  ): Promise<void> => {
    for (const candidate of found) {
      if (faces.length === MOST_FACES) return
      await checkpoint()
      const face = await readFace(candidate, pyramid, vision, leastFor?.(candidate))
      if (!face || faces.some(({ box }) => containment(box, face.box) > SAME)) continue
      faces.push(face)
      known.push(candidate)
    }
  }
  /** Gives the traces of what it did not find for sure. */
  const look = async (pixels: number, angle = 0, threshold = SURE): Promise<Candidate[]> => {
    const search = { pixels, angle, threshold, known }
    const found = await findInTiles(FACE_DETECTOR, pyramid, net, checkpoint, search)
    await read(found.filter(({ score }) => score >= SURE))
    return found.filter(({ score }) => score < SURE)
  }
  const [{ width, height }] = pyramid
  const most = (): number => {
    const sizes = faces.map(({ box }) => Math.max(box.width, box.height))
    return Math.max(0, ...sizes) / Math.max(width, height)
  }
  const traces = await look(FIRST, 0, TRACE)
  let before = 0
  /** Whether somebody may be there who was not to be seen from far. */
  const isWorthIt = async (): Promise<boolean> => {
    if (most() <= LEADS || most() > ALONE) return most() <= LEADS
    await checkpoint()
    before = faces.length
    await read(await lookNear(FACE_DETECTOR, pyramid, traces, net, known), leastNear)
    return faces.length > before
  }
  const rounds = (await isWorthIt()) ? ROUNDS : []
  for (const { pixels, largest, settled } of rounds) {
    const limit = faces.length > before ? largest : settled
    before = faces.length
    if (most() <= limit) await look(pixels)
  }
  for (const angle of TURNS) {
    for (const pixels of TURNED) if (faces.length === 0) await look(pixels, angle)
  }
  return faces.toSorted(leftToRight)
}

async function readFace(
  candidate: Candidate,
  pyramid: Pyramid,
  vision: FaceNets,
  least?: number,
): Promise<Face | undefined> {
  const mesh = await lookAtFace(candidate, pyramid, vision.faceMesh, least)
  if (!mesh) return undefined
  const landmarks = await refineMesh(mesh, vision.faceDetail)
  const box = pointBox(landmarks)
  return {
    box,
    score: candidate.score,
    landmarks,
    pose: headPose(landmarks),
    quality: await faceQuality(pyramid, box, landmarks),
  }
}
