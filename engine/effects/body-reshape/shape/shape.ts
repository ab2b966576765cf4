import { BODY, type Body } from '../../../vision/bodies/body.ts'
import type { BodyShape } from '../adjustment.ts'
import type { Anatomy, PartName } from './anatomy.ts'
import { type Neighbours, type Section, sectionsOf } from './section.ts'

/** For each part what ends it (walls) and what leans on it and moves along (riders). */
const NEIGHBOURS: Record<PartName, { walls: PartName[]; riders: PartName[] }> = {
  torso: { walls: [], riders: ['leftArm', 'rightArm'] },
  leftArm: { walls: ['torso', 'leftLeg', 'rightLeg', 'rightArm'], riders: [] },
  rightArm: { walls: ['torso', 'leftLeg', 'rightLeg', 'leftArm'], riders: [] },
  leftLeg: { walls: ['rightLeg'], riders: ['leftArm', 'rightArm'] },
  rightLeg: { walls: ['leftLeg'], riders: ['leftArm', 'rightArm'] },
}

/** Measures a body and its outline. */
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

function leftOn({ landmarks }: Body, { station }: Section): 'plus' | 'minus' {
  const across = (i: number) => landmarks[i]!.x * station.nx + landmarks[i]!.y * station.ny
  const lean = (left: number, right: number) => across(left) - across(right)
  const sum = lean(BODY.leftShoulder, BODY.rightShoulder) + lean(BODY.leftHip, BODY.rightHip)
  return sum >= 0 ? 'plus' : 'minus'
}
