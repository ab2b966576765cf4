import { FACE, type FaceLandmark } from '../../vision/face.ts'
import { mouthOpenness } from './openings.ts'

/** Below this share of its width a mouth is closed. */
const CLOSED = 0.04

/** What stays between closed lips, in heights of both: triangles between landmarks in one place would have no sides. */
const HAIR = 0.002

/** Landmarks of the upper lip's lower edge with those of the lower lip's upper one that they meet. */
const PAIRS = FACE.lipsInner.slice(1, 10).map((lower, nth) => {
  const upper = FACE.lipsInner[FACE.lipsInner.length - 1 - nth]!
  return { upper, lower }
})

type Landmarks = readonly FaceLandmark[]

/**
 * The landmarks of two faces to lay one over the other by: where both mouths are closed their lips meet in one line. Found
 * one by one, edges of closed lips cross each other here and there, and what is drawn between them has steps.
 */
export function meetLips(one: Landmarks, other: Landmarks): [Landmarks, Landmarks] {
  const areClosed = [one, other].every((landmarks) => mouthOpenness(landmarks) < CLOSED)
  return areClosed ? [met(one), met(other)] : [one, other]
}

function met(landmarks: Landmarks): Landmarks {
  const all = [...landmarks]
  const [top, bottom] = [landmarks[FACE.upperLipTop]!, landmarks[FACE.lowerLipBottom]!]
  const hair = { x: (HAIR / 2) * (bottom.x - top.x), y: (HAIR / 2) * (bottom.y - top.y) }
  for (const { upper, lower } of PAIRS) {
    const [one, other] = [landmarks[upper]!, landmarks[lower]!]
    const [x, y, z] = [(one.x + other.x) / 2, (one.y + other.y) / 2, (one.z + other.z) / 2]
    all[upper] = { x: x - hair.x, y: y - hair.y, z }
    all[lower] = { x: x + hair.x, y: y + hair.y, z }
  }
  return all
}
