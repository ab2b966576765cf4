import { light, skinShade } from './colour.ts'
import { closedCurve, limbOutline, openCurve, pointsOf } from './outline.ts'
import type { Side } from './skeleton.ts'
import type { Part } from './svg.ts'
import { ellipse, softEllipse, stroke } from './svg.ts'

/**
 * A finger as joint positions and its half width. In hand units: the wrist is at (0, 0), fingers point down, the body
 * is at -x.
 */
const FINGERS = [
  { path: '9,36 11,51 10,60 7.5,66', width: 3.3 },
  { path: '4,40 5,57 4,68 1,75', width: 3.8 },
  { path: '-2,40 -2,59 -3.5,71 -6.5,78', width: 3.9 },
  { path: '-7.5,38 -8.5,55 -10,65 -12,71', width: 3.8 },
]
const THUMB = '-2.5,2 -8.5,20 -13,33 -13.5,44'
const PALM = closedCurve(
  '8.3,-14 8.6,-2 10.4,12 12.5,26 12.5,40 4,45 -5,45 -11,40 -11,24 -9.2,10 -8.4,-2 -8.1,-14',
)
const GAPS = ['6.6,40 8.2,52 7.4,62', '1,42 1.6,58 0.4,69', '-4.8,42 -5.2,58 -6.8,69']

/** A relaxed hand seen from its back, the thumb towards the body, hanging from the wrist in line with the forearm. */
export function hand(skin: string, { wrist, forearm, side }: Side, size: number): Part {
  const put = `translate(${wrist.x * side} ${wrist.y}) scale(${side * size} ${size}) rotate(${-forearm})`
  const shapes = [...FINGERS.map((one) => finger(one.path, one.width)), PALM, finger(THUMB, 4.3)]
  return {
    markup: `<g transform="${put}">${lines(skin)}</g>`,
    silhouette: `<g transform="${put}">${shapes.map((d) => `<path d="${d}"/>`).join('')}</g>`,
  }
}

function finger(path: string, width: number): string {
  const taper = [1, 1.02, 0.94, 0.66]
  return closedCurve(
    limbOutline(
      pointsOf(path).map((at, i) => ({ at, inner: width * taper[i]!, outer: width * taper[i]! })),
    ),
  )
}

function lines(skin: string): string {
  const dark = skinShade(skin, 0.6)
  const tips = FINGERS.map(({ path }) => pointsOf(path)[3]!)
  const roots = FINGERS.map(({ path }) => pointsOf(path)[0]!)
  return (
    softEllipse([2, 24], 6.8, 14.8, light(skin, 0.5), 0.35) +
    roots.map(({ x, y }) => softEllipse([x, y], 4, 3.4, dark, 0.28)).join('') +
    GAPS.map((path) => stroke(openCurve(path), dark, 1, 0.6)).join('') +
    stroke(openCurve('-4.5,20 -9.5,32 -11,40'), dark, 1.2, 0.6) +
    tips.map(({ x, y }) => ellipse([x, y - 2.2], 1.6, 2.3, '#ffe9dd', 0.4)).join('')
  )
}
