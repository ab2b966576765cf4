import { earVisibility } from '../../../engine/face/warp/ear-visibility.ts'
import { distance, type Point } from '../../../engine/geometry/point.ts'
import { isInsideRing } from '../../../engine/geometry/polygon.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import { BODY } from '../../../engine/vision/bodies/body.ts'
import { FACE, type Face } from '../../../engine/vision/faces/face.ts'
import type { SeenFaces } from '../judge/judge-face.ts'
import type { Lack } from '../judge/verdict.ts'

/** Faces heights of hair above the face's landmarks, which end at the hairline, and below the chin. */
const HAIR_ROOM = { above: 0.25, below: 0.6 } as const

/** Whether the hair has room: that around the head, and what falls on the shoulders. */
export function roomForHair({ box }: Face, { picture }: SeenFaces): Lack | undefined {
  const above = box.top / box.height
  const below = (picture.height - box.top - box.height) / box.height
  if (above >= HAIR_ROOM.above && below >= HAIR_ROOM.below) return undefined
  return { of: 'position', instruction: 'showHair' }
}

/** How surely an ear shows, 0–1; less while it did in the frame before. */
const EAR = { enter: 0.6, stay: 0.4 } as const

/** Whether an ear is seen: beside the face the pixels have the colour of the cheek rather than that of hair. */
export function earShown(face: Face, { picture }: SeenFaces, entering: boolean): Lack | undefined {
  const { left, right } = earVisibility(picture, face)
  if (Math.max(left, right) >= (entering ? EAR.enter : EAR.stay)) return undefined
  return { of: 'frontal', instruction: 'showEar' }
}

/** Face heights of neck and chest below the chin. */
const NECK_BELOW = 0.8

/** The least probability that a shoulder is in the picture and seen. */
const SHOULDER_SEEN = 0.5

/** Whether neck, chest and both shoulders are in the picture. */
export function neckShown({ box }: Face, { picture, body }: SeenFaces): Lack | undefined {
  const below = (picture.height - box.top - box.height) / box.height
  const shoulders = [BODY.leftShoulder, BODY.rightShoulder].map((at) => body?.[at])
  const shown = shoulders.every(
    (one) => one && one.presence > SHOULDER_SEEN && one.x >= 0 && one.x < picture.width,
  )
  if (shown && below >= NECK_BELOW) return undefined
  return { of: 'position', instruction: 'showNeck' }
}

/** The opening of the lips by the width of the mouth, and the share of it that has the colour of teeth. */
const TEETH = { opening: 0.12, share: 0.2, slack: 0.03 } as const

/** Whether teeth are seen between the lips. */
export function teethShown(
  { landmarks }: Face,
  { picture }: SeenFaces,
  entering: boolean,
): Lack | undefined {
  const at = (index: number) => landmarks[index]!
  const width = distance(at(FACE.leftMouthCorner), at(FACE.rightMouthCorner))
  const opening = distance(at(FACE.upperLipBottom), at(FACE.lowerLipTop)) / Math.max(1, width)
  const slack = entering ? TEETH.slack : 0
  const lips = FACE.lipsInner.map(at)
  const open = opening >= TEETH.opening + slack / 2
  if (open && toothShare(picture, lips) >= TEETH.share + slack) return undefined
  return { of: 'frontal', instruction: 'showTeeth' }
}

/** A tooth is light and hardly coloured: luma at least so much, and chroma at most so much of it (levels 0–255). */
const TOOTH = { luma: 95, chroma: 0.36 } as const

/** The share of the pixels between the lips that look like teeth. */
function toothShare({ width, height, data }: Picture, ring: readonly Point[]): number {
  const xs = ring.map(({ x }) => x)
  const ys = ring.map(({ y }) => y)
  let inside = 0
  let teeth = 0
  for (
    let y = Math.ceil(Math.max(0, Math.min(...ys)));
    y < Math.min(height, Math.max(...ys));
    y++
  ) {
    for (
      let x = Math.ceil(Math.max(0, Math.min(...xs)));
      x < Math.min(width, Math.max(...xs));
      x++
    ) {
      if (!isInsideRing(ring, x, y)) continue
      inside += 1
      const from = (y * width + x) * 4
      const [r, g, b] = [data[from]!, data[from + 1]!, data[from + 2]!]
      const luma = 0.299 * r + 0.587 * g + 0.114 * b
      if (luma >= TOOTH.luma && Math.max(r, g, b) - Math.min(r, g, b) <= TOOTH.chroma * luma)
        teeth += 1
    }
  }
  return inside === 0 ? 0 : teeth / inside
}
