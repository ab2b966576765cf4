import { FACE, type FaceLandmark } from '../../vision/faces/face.ts'
import { mouthOpenness } from './openings.ts'

/** Below this share of its width a mouth is closed. */
const MAX_CLOSED_OPENNESS = 0.04

/** What stays between closed lips, in heights of both: triangles between landmarks in one place would have no sides. */
const LIP_GAP = 0.002

/** Landmarks of the upper lip's lower edge with those of the lower lip's upper one that they meet. */
const LIP_PAIRS = FACE.lipsInner.slice(1, 10).map((lower, nth) => {
  const upper = FACE.lipsInner[FACE.lipsInner.length - 1 - nth]!
  return { upper, lower }
})

type Landmarks = readonly FaceLandmark[]

/**
 * The landmarks of two faces to lay one over the other by: where both mouths are closed their lips meet in one line. Found
 * one by one, edges of closed lips cross each other here and there, and what is drawn between them has steps.
 */
export function alignClosedLips(one: Landmarks, other: Landmarks): [Landmarks, Landmarks] {
  const areClosed = [one, other].every(
    (landmarks) => mouthOpenness(landmarks) < MAX_CLOSED_OPENNESS,
  )
  return areClosed ? [withMeetingLips(one), withMeetingLips(other)] : [one, other]
}

function withMeetingLips(landmarks: Landmarks): Landmarks {
  const all = [...landmarks]
  const [top, bottom] = [landmarks[FACE.upperLipTop]!, landmarks[FACE.lowerLipBottom]!]
  const hair = { x: (LIP_GAP / 2) * (bottom.x - top.x), y: (LIP_GAP / 2) * (bottom.y - top.y) }
  for (const { upper, lower } of LIP_PAIRS) {
    const [one, other] = [landmarks[upper]!, landmarks[lower]!]
    const [x, y, z] = [(one.x + other.x) / 2, (one.y + other.y) / 2, (one.z + other.z) / 2]
    all[upper] = { x: x - hair.x, y: y - hair.y, z }
    all[lower] = { x: x + hair.x, y: y + hair.y, z }
  }
  return all
}
