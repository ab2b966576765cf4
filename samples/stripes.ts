import type { Look, Point } from './scene.ts'
import type { Side } from './skeleton.ts'
import { clipped, type SvgContext, stroke } from './svg.ts'

/** From one stripe of a top to the next, in hundredths of a head: half of that is the stripe. */
export const STRIPE_STEP = 20

/** The part of a figure that stripes are drawn over. */
const FIELD = { half: 140, top: 100, bottom: 420 } as const

/**
 * The stripes of a part of a top, evenly far apart: level or upright on the torso, across each half of an arm on its
 * sleeve.
 * @param part its outline @param side the arm of a sleeve; undefined for the torso
 */
export function stripes(context: SvgContext, { top }: Look, part: string, side?: Side): string {
  if (!top.stripes || (side && top.stripes.way === 'down')) return ''
  const { colour, way } = top.stripes
  const draw = (d: string): string => stroke(d, colour, STRIPE_STEP / 2)
  if (side) return clipped(context, [part], acrossArm(side).map(draw).join(''))
  const { half, top: first, bottom } = FIELD
  const lines =
    way === 'across'
      ? steps(first, bottom).map((y) => `M${-half} ${y}L${half} ${y}`)
      : steps(-half, half).map((x) => `M${x} ${first}L${x} ${bottom}`)
  return clipped(context, [part], lines.map(draw).join(''))
}

function steps(from: number, to: number): number[] {
  return Array.from(
    { length: Math.floor((to - from) / STRIPE_STEP) },
    (_, n) => from + n * STRIPE_STEP,
  )
}

function acrossArm({ side, shoulder, elbow, wrist }: Side): string[] {
  let rest = 0
  return [
    [shoulder, elbow],
    [elbow, wrist],
  ].flatMap(([a, b]) => {
    const [dx, dy] = [b!.x - a!.x, b!.y - a!.y]
    const length = Math.hypot(dx, dy)
    const lines: string[] = []
    for (; rest < length; rest += STRIPE_STEP)
      lines.push(acrossAt(a!, [dx / length, dy / length], rest, side))
    rest -= length
    return lines
  })
}

function acrossAt(
  { x, y }: Point,
  [dx, dy]: [number, number],
  along: number,
  side: number,
): string {
  const at = { x: x + along * dx, y: y + along * dy }
  const end = (by: number): string => `${side * (at.x + by * dy)} ${at.y - by * dx}`
  return `M${end(-60)}L${end(60)}`
}
