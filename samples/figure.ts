import { arm } from './arm.ts'
import { FEATURE_POSITION } from './face.ts'
import { HEAD_PIVOT, hairBefore, hairBehind, head, neck } from './head.ts'
import type { Build, Look, Person, Point, Pose } from './scene.ts'
import { shoe } from './shoe.ts'
import { LANDMARK_HEIGHT, type Side, sideOf } from './skeleton.ts'
import { skirt } from './skirt.ts'
import type { Part, SvgContext } from './svg.ts'
import { top, torsoHalfWidths } from './top.ts'
import { trousers } from './trousers.ts'

/** A drawn person: markup in picture pixels, and the ground truth that is known before the mask is measured. */
export type Figure = Part & {
  joints: Record<string, Point>
  waist: { left: number; right: number; y: number }
}

/** Draws one person, from back to front. */
export function figure(context: SvgContext, person: Person): Figure {
  const { build, look, pose } = person
  const sides = [sideOf(build, pose, 1), sideOf(build, pose, -1)]
  const clothes = [legs(context, build, look, sides), top(context, build, look, sides)]
  if (look.bottom.cut === 'skirt') clothes.reverse()
  const parts = [
    lifted(pose, hairBehind(context, look, pose.headTilt)),
    ...sides.map((side) => arm(context, build, look, side)),
    neck(context, build, look),
    ...clothes,
    lifted(pose, hairBefore(context, look, pose.headTilt)),
    lifted(pose, head(context, look, pose.headTilt)),
  ]
  const scale = person.height / LANDMARK_HEIGHT.sole
  const put = `translate(${person.at.x} ${person.at.y - person.height}) scale(${scale})`
  const onto = (p: Point): Point => ({
    x: person.at.x + p.x * scale,
    y: person.at.y - person.height + p.y * scale,
  })
  const half = torsoHalfWidths(build, 392).find(([, y]) => y === LANDMARK_HEIGHT.waist)![0] * scale
  return {
    markup: `<g transform="${put}">${parts.map((part) => part.markup).join('')}</g>`,
    silhouette: `<g transform="${put}">${parts.map((part) => part.silhouette).join('')}</g>`,
    joints: jointsOf(person, sides, onto),
    waist: {
      left: person.at.x - half,
      right: person.at.x + half,
      y: onto({ x: 0, y: LANDMARK_HEIGHT.waist }).y,
    },
  }
}

/** A part of the head, moved up by what more of the neck shows. */
export function lifted({ headLift = 0 }: Pose, { markup, silhouette }: Part): Part {
  if (headLift === 0) return { markup, silhouette }
  const up = (art: string): string => `<g transform="translate(0 ${-headLift})">${art}</g>`
  return { markup: up(markup), silhouette: up(silhouette) }
}

function jointsOf(
  { pose }: Person,
  sides: Side[],
  onto: (p: Point) => Point,
): Record<string, Point> {
  const tilt = (pose.headTilt * Math.PI) / 180
  const onHead = (x: number, y: number) => {
    const dy = y - HEAD_PIVOT.y
    return onto({
      x: x * Math.cos(tilt) - dy * Math.sin(tilt),
      y: HEAD_PIVOT.y - (pose.headLift ?? 0) + x * Math.sin(tilt) + dy * Math.cos(tilt),
    })
  }
  const joints: Record<string, Point> = { nose: onHead(0, FEATURE_POSITION.nose) }
  for (const side of sides) {
    const name = (part: string) => `${side.side === 1 ? 'left' : 'right'}${part}`
    joints[name('Eye')] = onHead(side.side * FEATURE_POSITION.eye.x, FEATURE_POSITION.eye.y)
    joints[name('Ear')] = onHead(side.side * FEATURE_POSITION.ear.x, FEATURE_POSITION.ear.y)
    for (const part of ['shoulder', 'elbow', 'wrist', 'hip', 'knee', 'ankle'] as const) {
      const { x, y } = side[part]
      joints[name(part[0]!.toUpperCase() + part.slice(1))] = onto({ x: x * side.side, y })
    }
  }
  return joints
}

/** Legs and feet, in trousers or bare below a skirt. */
export function legs(context: SvgContext, build: Build, look: Look, sides: Side[]): Part {
  const dressed = look.bottom.cut === 'trousers' ? trousers : skirt
  const parts = [
    ...sides.map((side) => shoe(look, side, 0.85 + 0.15 * build.limbs)),
    dressed(context, build, look, sides),
  ]
  return {
    markup: parts.map((part) => part.markup).join(''),
    silhouette: parts.map((part) => part.silhouette).join(''),
  }
}
