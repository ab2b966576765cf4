import { Fault } from '../../catalog/fault.ts'
import type { Box, Mask, Picture } from '../raster/picture.ts'
import type { Body } from '../vision/bodies/body.ts'
import { findOtherFaces } from '../vision/bodies/find-other-faces.ts'
import { headMask, strangerMask } from '../vision/bodies/head-mask.ts'
import { trunkOverlap } from '../vision/bodies/trunk-overlap.ts'
import { intersectionOverSmaller } from '../vision/boxes.ts'
import { maskCoverage } from '../vision/masks.ts'
import type { Vision } from '../vision/vision.ts'

/** With more of a trunk in common nobody could say whose outline is whose. */
const MAX_SHARED_TRUNK = 0.02

/** How much of a stranger's face may lie in the body's own mask before the mask is not the body's alone. */
const MAX_MIXED_SHARE = 0.4

/** As many people as may overlap. */
const MAX_GROUP = 3

/** People overlap when their boxes share this much of the smaller one. */
const MIN_OVERLAP = 0.1

/**
 * Makes sure that changing one person leaves everybody else alone.
 * @returns the masks of all the others, also of those of whom only the face was found, and of all the others' heads
 * @throws Fault `pose` when somebody stands in front of the person or so close behind that the two mix, or when too
 * many people overlap to tell apart
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
  if (groupSize(body.box, boxes) > MAX_GROUP) {
    throw new Fault(
      'pose',
      `More than ${MAX_GROUP} people overlap here; they cannot be told apart.`,
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

/** What a change may touch, with room for the heads of people beside it. */
function surroundings({ left, top, width, height }: Box): Box {
  const room = 0.2 * Math.max(width, height)
  return { left: left - room, top: top - room, width: width + 2 * room, height: height + 2 * room }
}

function headAndChest({ left, top, width, height }: Box): Box {
  return { left: left - width, top: top - height / 2, width: 3 * width, height: 4 * height }
}

/** How many people hang together with this one, from box to overlapping box. */
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
