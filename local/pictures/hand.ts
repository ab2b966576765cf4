import type { Brush, Part } from './brush.ts'
import { fill, inside, soft, stroke } from './brush.ts'
import { skinShade } from './colour.ts'
import { closed, limb, open, points } from './outline.ts'
import type { Point } from './scene.ts'

/** A finger as joint positions and its half width: hand units, the wrist at (0, 0), fingers down, body side at -x. */
const FINGERS: { path: [number, number][]; width: number }[] = [
  {
    path: [
      [11, 38],
      [14, 52],
      [13, 62],
      [10, 68],
    ],
    width: 3.6,
  },
  {
    path: [
      [5, 41],
      [7, 58],
      [6, 70],
      [3, 77],
    ],
    width: 4.1,
  },
  {
    path: [
      [-1.5, 41],
      [-1, 60],
      [-2, 73],
      [-5, 80],
    ],
    width: 4.2,
  },
  {
    path: [
      [-8, 38],
      [-9, 56],
      [-10, 67],
      [-12, 73],
    ],
    width: 4,
  },
]
const THUMB: [number, number][] = [
  [-8, 14],
  [-14, 26],
  [-17, 38],
  [-16.5, 47],
]
const PALM: [number, number][] = [
  [9, -4],
  [12.5, 12],
  [15, 28],
  [14.5, 41],
  [5, 46],
  [-6, 45],
  [-12, 39],
  [-12.5, 24],
  [-10, 8],
  [-8.5, -4],
]

const finger = (path: [number, number][], width: number) =>
  closed(
    limb(
      points(path).map((at, i) => {
        const half = width * [1, 1.02, 0.92, 0.62][i]!
        return { at, inner: half, outer: half }
      }),
    ),
  )

/** A relaxed hand seen from its back, thumb towards the body, hanging from the wrist along the forearm. */
export function hand(
  brush: Brush,
  skin: string,
  wrist: Point,
  lean: number,
  side: 1 | -1,
  size: number,
): Part {
  const put = `translate(${wrist.x * side} ${wrist.y}) scale(${side * size} ${size}) rotate(${-lean})`
  const fingers = FINGERS.map((one) => finger(one.path, one.width))
  const thumb = finger(THUMB, 4.6)
  const palm = closed(points(PALM))
  const all = [...fingers, palm, thumb]
  const dark = skinShade(skin, 0.55)
  const gaps = [
    [
      [8.4, 40],
      [10.6, 54],
      [9.6, 64],
    ],
    [
      [1.8, 42],
      [2.8, 58],
      [1.6, 70],
    ],
    [
      [-4.8, 42],
      [-5, 58],
      [-6.4, 70],
    ],
  ]
  const lines = gaps
    .map((path) => stroke(open(points(path as [number, number][])), dark, 1.1, 0.6))
    .join('')
  const knuckles = FINGERS.map(
    ({ path }) =>
      `<ellipse cx="${path[0]![0]}" cy="${path[0]![1] - 1}" rx="3" ry="2.2" fill="${dark}" fill-opacity="0.35"/>`,
  ).join('')
  const nails = FINGERS.map(
    ({ path }) =>
      `<ellipse cx="${path[3]![0]}" cy="${path[3]![1] - 1.5}" rx="1.9" ry="2.6" fill="#ffe9dd" fill-opacity="0.45"/>`,
  ).join('')
  const crease = stroke(
    open(
      points([
        [-6, 22],
        [-11, 33],
        [-12.5, 40],
      ]),
    ),
    dark,
    1.3,
    0.55,
  )
  const art =
    `<g transform="${put}"><g filter="url(#form-small)">${all.map((d) => fill(d, skin)).join('')}</g>` +
    `${inside(brush, all, soft(1, knuckles) + lines + crease)}${nails}</g>`
  return { art, cover: `<g transform="${put}">${all.map((d) => `<path d="${d}"/>`).join('')}</g>` }
}
