import { Fault } from '../../catalog/failures/fault.ts'
import type { Framing } from '../../catalog/files/file-rule.ts'
import { pickTargets } from '../../catalog/targets/pick-targets.ts'
import type { Box } from '../geometry/box.ts'
import type { Picture } from '../raster/picture.ts'
import { type BodyNets, detectBodies } from '../vision/bodies/detect-bodies.ts'
import { detectFaces, type FaceNets } from '../vision/faces/detect-faces.ts'
import { detectHands, type HandNets } from '../vision/hands/detect-hands.ts'

/** The networks that finding targets needs. */
export type TargetNets = FaceNets & HandNets & BodyNets

const DETECT = { face: detectFaces, hand: detectHands, body: detectBodies } as const

const NOBODY = {
  face: 'No face was found in the picture.',
  hand: 'No hand was found in the picture.',
  body: 'Nobody was found in the picture.',
} as const

/** Finds the boxes of all faces, hands or bodies, in pixels of the picture and in the order of the service's index. */
export async function findTargets(
  picture: Picture,
  finds: Framing['finds'],
  vision: TargetNets,
): Promise<Box[]> {
  return (await DETECT[finds](picture, vision)).map(({ box }) => box)
}

/**
 * The target that a choice of a recipe names, such as `largest` or `index:2`.
 * @throws Fault `target` where there is none
 */
export function chooseTarget(boxes: readonly Box[], finds: Framing['finds'], choice: string): Box {
  const index = choice.startsWith('index:') ? Number(choice.slice('index:'.length)) : undefined
  // Whom the service accepts, it says itself of a picture that shows everybody: the largest says whether one does.
  const rank = choice === 'usable' ? 'largest' : choice
  const box = index === undefined ? pickTargets(rank, [...boxes])[0]?.box : boxes[index]
  if (box) return box
  const missing = boxes.length > 0 ? `There are ${boxes.length}; ${choice} is none of them.` : ''
  throw new Fault('target', missing || NOBODY[finds])
}

/** Whether a box is the largest of some. */
export function isLargest(box: Box, boxes: readonly Box[]): boolean {
  const area = box.width * box.height
  return boxes.every(({ width, height }) => width * height <= area)
}
