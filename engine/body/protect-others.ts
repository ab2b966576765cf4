import { Fault } from '../../catalog/failures/fault.ts'
import { type Box, intersectionOverSmaller } from '../geometry/box.ts'
import type { Mask, Picture } from '../raster/picture.ts'
import type { Body } from '../vision/bodies/body.ts'
import { findOtherFaces } from '../vision/bodies/find-other-faces.ts'
import { headMask, strangerMask } from '../vision/bodies/head-mask.ts'
import { trunkOverlap } from '../vision/bodies/trunk-overlap.ts'
import { maskCoverage } from '../vision/masks.ts'
import type { Vision } from '../vision/vision.ts'
import {
  MAX_MIXED_SHARE,
  MAX_SHARED_TRUNK,
  MIN_OVERLAP,
  PROTECT_OTHERS_MAX_GROUP,
  SURROUNDINGS,
} from './tuning.ts'

/**
 * Finds the masks of everybody who must not change with one body.
 * @param bodies all bodies that were found, `body` among them
 * @returns masks as large as the picture: of the other bodies, of people of whom only the face was found, and of the
 * other bodies' heads
 * @throws Fault `pose` when somebody stands in front of the person or so close behind that the two mix, or when too
 * many people overlap to be told apart
 */
export async function protectOthers(
  picture: Picture,
  body: Body,
  bodies: readonly Body[],
  vision: Vision,
  checkpoint: () => Promise<void>,
): Promise<{ mask: Mask }[]> {
  const area = surroundings(body.box)
  const faces = await findOtherFaces(picture, area, body, bodies, vision, checkpoint)
  const others = bodies.filter((other) => other !== body)
  const boxes = [...others.map(({ box }) => box), ...faces.strangers.map(headAndChest)]
  if (groupSize(body.box, boxes) > PROTECT_OTHERS_MAX_GROUP) {
    throw new Fault(
      'pose',
      `More than ${PROTECT_OTHERS_MAX_GROUP} people overlap here; they cannot be told apart.`,
    )
  }
  const strangers = faces.strangers.map((face) => ({ mask: strangerMask(face, picture) }))
  const heads = faces.neighbours.map((face) => ({ mask: headMask(face, picture) }))
  const mixed = faces.strangers.some((face) => maskCoverage(body.mask, face) > MAX_MIXED_SHARE)
  if (mixed || trunkOverlap(body, [...others, ...strangers]) > MAX_SHARED_TRUNK) {
    throw new Fault('pose', 'Somebody stands in front of the chosen person or close behind them.')
  }
  return [...others, ...strangers, ...heads]
}

/** The area that a change may touch, with a margin for the heads of people beside it. */
function surroundings({ left, top, width, height }: Box): Box {
  const room = SURROUNDINGS * Math.max(width, height)
  return { left: left - room, top: top - room, width: width + 2 * room, height: height + 2 * room }
}

/** The box of head and chest under the box of a face, as far as it can be guessed. */
function headAndChest({ left, top, width, height }: Box): Box {
  return { left: left - width, top: top - height / 2, width: 3 * width, height: 4 * height }
}

/** How many people are connected with this one through overlapping boxes, with this one. */
function groupSize(own: Box, others: readonly Box[]): number {
  const group = [own]
  let rest = [...others]
  for (const member of group) {
    const near = rest.filter((box) => intersectionOverSmaller(box, member) > MIN_OVERLAP)
    group.push(...near)
    rest = rest.filter((box) => !near.includes(box))
  }
  return group.length
}
