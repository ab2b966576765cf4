import { Fault } from '../../catalog/fault.ts'
import type { Framing } from '../../catalog/file-rule.ts'
import { pickTargets } from '../../catalog/pick-targets.ts'
import type { Box, Picture } from '../raster/picture.ts'
import { detectFaces, type FaceNets } from '../vision/faces/detect-faces.ts'
import { detectHands, type HandNets } from '../vision/hands/detect-hands.ts'

/** The networks that finding a target needs. */
export type TargetNets = FaceNets & HandNets

const NOBODY = {
  face: 'No face was found in the picture.',
  hand: 'No hand was found in the picture.',
} as const

/**
 * Finds the face or hand that a choice of a recipe names, such as `largest` or `index:2`.
 * @returns its box in pixels of the picture; undefined where `all` are meant
 * @throws Fault `target` where there is none
 */
export async function findTarget(
  picture: Picture,
  finds: Framing['finds'],
  choice: string,
  vision: TargetNets,
): Promise<Box | undefined> {
  if (choice === 'all') return undefined
  const found =
    finds === 'face' ? await detectFaces(picture, vision) : await detectHands(picture, vision)
  const boxes = found.map(({ box }) => box)
  const index = choice.startsWith('index:') ? Number(choice.slice('index:'.length)) : undefined
  const box = index === undefined ? pickTargets(choice, boxes)[0]?.box : boxes[index]
  if (box) return box
  const missing = boxes.length > 0 ? `There are ${boxes.length}; ${choice} is none of them.` : ''
  throw new Fault('target', missing || NOBODY[finds])
}
