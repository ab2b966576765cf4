import { light, shade } from './colour.ts'
import { leg } from './leg.ts'
import { closedCurve, openCurve } from './outline.ts'
import type { Build, Look } from './scene.ts'
import { LANDMARK_HEIGHT, type Side } from './skeleton.ts'
import type { Part, SvgContext } from './svg.ts'
import { blurred, clipped, fill, softEllipse, stroke } from './svg.ts'

/** Trousers from the waist to the ankle. */
export function trousers(context: SvgContext, build: Build, look: Look, sides: Side[]): Part {
  const { colour } = look.bottom
  const { waist, hips } = build
  const seat = closedCurve(
    [
      [-waist * 0.86, 322],
      [waist * 0.86, 322],
      [hips - 3, 380],
      [hips * 0.5, 414],
      [-hips * 0.5, 414],
      [3 - hips, 380],
    ],
    0.5,
  )
  const shapes = sides.map((side) => leg(build, side, 4))
  const all = [seat, ...shapes]
  const dark = shade(colour, 0.75)
  const cloth = shapes.map((d) => `<g filter="url(#form-cloth)">${fill(d, colour)}</g>`).join('')
  const drape =
    softEllipse([0, 384], hips * 0.9 + 22, 44.4, dark, 0.34) +
    softEllipse([0, LANDMARK_HEIGHT.crotch + 20], 32.4, 52.4, dark, 0.7) +
    blurred(8, sides.map((side) => stroke(shine(side), light(colour, 0.45), 12, 0.26)).join('')) +
    blurred(
      4,
      sides
        .flatMap((side) => creases(context, build, side))
        .map((d) => stroke(d, dark, 3.6, 0.45))
        .join(''),
    ) +
    seams(build, sides, dark)
  return {
    markup: fill(seat, colour) + cloth + clipped(context, all, drape),
    silhouette: all.map((d) => `<path d="${d}"/>`).join(''),
  }
}

/** The light along the front of a leg. */
function shine({ side, hip, knee, ankle }: Side) {
  return openCurve([
    [side * hip.x - 8, 436],
    [side * knee.x - 6, 540],
    [side * ankle.x - 4, 690],
  ])
}

function creases(context: SvgContext, { hips }: Build, { side, knee, ankle }: Side): string[] {
  const bend = [-16, 2, 20].map((dy) => {
    const from = (context.random() < 0.5 ? -1 : 1) * (23 + 4 * context.random())
    const y = LANDMARK_HEIGHT.knee + dy
    return openCurve([
      [side * knee.x + from, y],
      [side * knee.x + from * 0.55, y + 6 + 5 * context.random()],
      [side * knee.x + from * 0.05, y + 9 + 8 * context.random()],
    ])
  })
  const stack = [668, 684, 699].map((y, i) =>
    openCurve([
      [side * ankle.x - (i % 2 ? 20 : 4), y + 8 * context.random()],
      [side * ankle.x + 3, y + 9],
      [side * ankle.x + (i % 2 ? 6 : 21), y + 9 * context.random()],
    ]),
  )
  const groin = [0, 1, 2].map((i) =>
    openCurve([
      [side * 4, LANDMARK_HEIGHT.crotch + 2 + 5 * i],
      [side * hips * 0.32, 410 + 9 * i - 6],
      [side * hips * (0.7 - 0.12 * i), 398 + 13 * i],
    ]),
  )
  return [...bend, ...stack, ...groin]
}

function seams({ hips }: Build, sides: Side[], dark: string): string {
  const lines = sides.flatMap(({ side, knee, ankle }) => [
    openCurve([
      [0, LANDMARK_HEIGHT.crotch + 6],
      [side * (knee.x - 22), LANDMARK_HEIGHT.knee],
      [side * (ankle.x - 12), 712],
    ]),
    openCurve([
      [side * hips * 0.6, 340],
      [side * hips * 0.78, 372],
      [side * (hips + 2), 398],
    ]),
  ])
  const cuffs = sides.map(
    ({ side, ankle }) =>
      `M${side * (ankle.x - 24)} 709Q${side * ankle.x} 714 ${side * (ankle.x + 30)} 708`,
  )
  const fly = [`M0 340L1 ${LANDMARK_HEIGHT.crotch - 4}`, `M11 340Q12 392 2 404`]
  return blurred(1, [...lines, ...cuffs, ...fly].map((d) => stroke(d, dark, 1.4, 0.5)).join(''))
}
