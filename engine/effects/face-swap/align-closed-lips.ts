import { FACE, type FaceLandmark } from '../../vision/faces/face.ts'
import { mouthOpenness } from './openings.ts'
import { LIP_GAP, MAX_CLOSED_OPENNESS } from './tuning.ts'

/** Landmarks of the upper lip's lower edge, each with the one of the lower lip's upper edge that it meets. */
const LIP_PAIRS = FACE.lipsInner.slice(1, 10).map((lower, nth) => {
  const upper = FACE.lipsInner[FACE.lipsInner.length - 1 - nth]!
  return { upper, lower }
})

type Landmarks = readonly FaceLandmark[]

/**
 * The landmarks of two faces, with lips that meet in one line where both mouths are closed. As detected, the edges of
 * closed lips cross each other here and there, and triangles between them would be drawn inside out.
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
  const gap = { x: (LIP_GAP / 2) * (bottom.x - top.x), y: (LIP_GAP / 2) * (bottom.y - top.y) }
  for (const { upper, lower } of LIP_PAIRS) {
    const [one, other] = [landmarks[upper]!, landmarks[lower]!]
    const [x, y, z] = [(one.x + other.x) / 2, (one.y + other.y) / 2, (one.z + other.z) / 2]
    all[upper] = { x: x - gap.x, y: y - gap.y, z }
    all[lower] = { x: x + gap.x, y: y + gap.y, z }
  }
  return all
}
