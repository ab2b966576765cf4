import { BODY, type Body } from '../../../vision/bodies/body.ts'
import type { Anatomy, PartName } from './anatomy.ts'
import { type Neighbours, type Section, sectionsOf } from './section.ts'

/** A body ready to be reshaped: its measures and its outline. */
export type BodyShape = {
  body: Body
  anatomy: Anatomy
  /** The sections of each part, along its centreline. */
  sections: Map<PartName, Section[]>
  /** The side of the torso's sections on which the person's left lies. */
  leftOn: 'plus' | 'minus'
}

/** For each part the parts that bound it (walls) and those that lean on it and move along (riders). */
const NEIGHBOURS: Record<PartName, { walls: PartName[]; riders: PartName[] }> = {
  torso: { walls: [], riders: ['leftArm', 'rightArm'] },
  leftArm: { walls: ['torso', 'leftLeg', 'rightLeg', 'rightArm'], riders: [] },
  rightArm: { walls: ['torso', 'leftLeg', 'rightLeg', 'leftArm'], riders: [] },
  leftLeg: { walls: ['rightLeg'], riders: ['leftArm', 'rightArm'] },
  rightLeg: { walls: ['leftLeg'], riders: ['leftArm', 'rightArm'] },
}

/** Measures the outline of a body along its parts. The body's mask should be its matte, without other people. */
export function shapeOf(body: Body, anatomy: Anatomy): BodyShape {
  const { parts, scale } = anatomy
  const sections = new Map<PartName, Section[]>()
  const named = (names: PartName[]) => names.flatMap((name) => parts.get(name) ?? [])
  for (const [name, part] of parts) {
    const near: Neighbours = {
      walls: named(NEIGHBOURS[name].walls),
      riders: named(NEIGHBOURS[name].riders),
    }
    sections.set(name, sectionsOf(part, body.mask, scale, near))
  }
  return { body, anatomy, sections, leftOn: leftOn(body, sections.get('torso')![0]!) }
}

/** The side of a torso's section, along its normal or against it, on which the person's left lies. */
function leftOn({ landmarks }: Body, { station }: Section): 'plus' | 'minus' {
  const across = (i: number) => landmarks[i]!.x * station.nx + landmarks[i]!.y * station.ny
  const lean = (left: number, right: number) => across(left) - across(right)
  const sum = lean(BODY.leftShoulder, BODY.rightShoulder) + lean(BODY.leftHip, BODY.rightHip)
  return sum >= 0 ? 'plus' : 'minus'
}
