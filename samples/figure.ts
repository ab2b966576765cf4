import { arm } from './arm.ts'
import { FEATURE_POSITION } from './face.ts'
import { HEAD_PIVOT, hairBehind, head, neck } from './head.ts'
import { legs } from './legs.ts'
import type { Person, Point } from './scene.ts'
import { LANDMARK_HEIGHT, type Side, sideOf } from './skeleton.ts'
import type { Part, SvgContext } from './svg.ts'
import { top, torsoHalfWidths } from './top.ts'

/** A drawn person: SVG in picture pixels, and what is true of it before the mask is measured. */
export type Figure = Part & {
  joints: Record<string, Point>
  waist: { left: number; right: number; y: number }
}

/** Draws one person, from the back to the front. */
export function figure(brush: SvgContext, person: Person): Figure {
  const { build, look, pose } = person
  const sides = [sideOf(build, pose, 1), sideOf(build, pose, -1)]
  const clothes = [legs(brush, build, look, sides), top(brush, build, look, sides)]
  if (look.bottom.cut === 'skirt') clothes.reverse()
  const parts = [
    hairBehind(brush, look, pose.headTilt),
    ...sides.map((side) => arm(brush, build, look, side)),
    neck(brush, build, look),
    ...clothes,
    head(brush, look, pose.headTilt),
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

function jointsOf(person: Person, sides: Side[], onto: (p: Point) => Point): Record<string, Point> {
  const tilt = (person.pose.headTilt * Math.PI) / 180
  const onHead = (x: number, y: number) => {
    const dy = y - HEAD_PIVOT.y
    return onto({
      x: x * Math.cos(tilt) - dy * Math.sin(tilt),
      y: HEAD_PIVOT.y + x * Math.sin(tilt) + dy * Math.cos(tilt),
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
