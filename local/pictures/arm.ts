import type { Brush, Part } from './brush.ts'
import { fill, inside, soft, stroke } from './brush.ts'
import { light, skinShade } from './colour.ts'
import { hand } from './hand.ts'
import { between, closed, limb, open, type Section } from './outline.ts'
import type { Build, Look } from './scene.ts'
import { place, type Side } from './skeleton.ts'

/** A bare arm with its hand; what the sleeve hides is drawn too, the sleeve lies over it. */
export function arm(brush: Brush, build: Build, look: Look, side: Side): Part {
  const outline = closed(place(side.side, limb(armSections(build, side))))
  const dark = skinShade(look.skin, 0.5)
  const elbow = place(side.side, [side.elbow])[0]!
  const marks =
    soft(
      4,
      `<ellipse cx="${elbow.x}" cy="${elbow.y + 4}" rx="13" ry="7" fill="${dark}" fill-opacity="0.4"/>`,
    ) +
    soft(
      4,
      stroke(
        open(
          place(side.side, [
            between(side.elbow, side.wrist, 0.1),
            between(side.elbow, side.wrist, 0.7),
          ]),
        ),
        light(look.skin, 0.5),
        7,
        0.35,
      ),
    )
  const fist = hand(brush, look.skin, side.wrist, side.forearm, side.side, 0.92 + 0.1 * build.limbs)
  return {
    art: `${fist.art}<g filter="url(#form-skin)">${fill(outline, look.skin)}</g>${inside(brush, [outline], marks)}`,
    cover: `<path d="${outline}"/>${fist.cover}`,
  }
}

function armSections(build: Build, side: Side): Section[] {
  const k = build.limbs
  const upper = (share: number) => between(side.shoulder, side.elbow, share)
  const lower = (share: number) => between(side.elbow, side.wrist, share)
  return [
    { at: upper(-0.06), inner: 16 * k, outer: 16 * k },
    { at: upper(0.15), inner: 21 * k, outer: 24 * k },
    { at: upper(0.5), inner: 20 * k, outer: 20 * k },
    { at: upper(0.9), inner: 16.5 * k, outer: 16.5 * k },
    { at: lower(0.22), inner: 17 * k, outer: 18.5 * k },
    { at: lower(0.6), inner: 13 * k, outer: 14 * k },
    { at: lower(0.98), inner: 9 * k, outer: 9.5 * k },
    { at: lower(1.05), inner: 8 * k, outer: 9 * k },
  ]
}

/** The outline of a sleeve that ends `reach` of the way down the arm: 0.5 is the elbow, 1 the wrist. */
export function sleeve(build: Build, side: Side, reach: number, ease: number): string {
  const k = build.limbs
  const at = (share: number) =>
    share < 0.5
      ? between(side.shoulder, side.elbow, share * 2)
      : between(side.elbow, side.wrist, share * 2 - 1)
  const width = (share: number) => (24 - 11.5 * share) * k + ease * (0.6 + share)
  const stops = [0.06, 0.2, 0.32, 0.45, 0.55, 0.7, 0.85, 0.95].filter(
    (share) => share < reach - 0.03,
  )
  const sections: Section[] = [
    { at: between(side.shoulder, side.elbow, -0.12), inner: 14, outer: 17 * k },
    ...[...stops, reach - 0.012, reach].map((share) => ({
      at: at(share),
      inner: width(share),
      outer: width(share) + 1,
    })),
  ]
  return closed(place(side.side, limb(sections)), 0.85)
}
