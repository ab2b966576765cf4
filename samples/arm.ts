import { light, skinShade } from './colour.ts'
import { hand } from './hand.ts'
import { closedCurve, limbOutline, openCurve, pointBetween, type Section } from './outline.ts'
import type { Build, Look } from './scene.ts'
import { mirroredToSide, type Side } from './skeleton.ts'
import type { Part, SvgContext } from './svg.ts'
import { blurred, clipped, softEllipse, stroke } from './svg.ts'

/** A bare arm with its hand. The part under the sleeve is drawn too; the sleeve covers it. */
export function arm(context: SvgContext, build: Build, look: Look, side: Side): Part {
  const outline = closedCurve(mirroredToSide(side.side, limbOutline(sections(build, side))))
  const below = hand(look.skin, side, handSize(build))
  const flesh = `<g filter="url(#form-arm)" fill="${look.skin}"><path d="${outline}"/>${below.silhouette}</g>`
  return {
    markup: flesh + clipped(context, [outline], marks(look, side)) + below.markup,
    silhouette: `<path d="${outline}"/>${below.silhouette}`,
  }
}

function marks({ skin }: Look, { side, elbow, wrist }: Side): string {
  const dark = skinShade(skin, 0.5)
  const lower = (share: number) => pointBetween(elbow, wrist, share)
  const shine = openCurve(mirroredToSide(side, [lower(0.05), lower(0.35), lower(0.75)]))
  return (
    softEllipse([elbow.x * side, elbow.y + 6], 17.6, 10.6, dark, 0.24) +
    blurred(4, stroke(shine, light(skin, 0.5), 7, 0.32))
  )
}

/** The size of hands differs less between people than that of arms. */
function handSize(build: Build) {
  return 0.8 + 0.18 * build.limbs
}

function sections(build: Build, side: Side): Section[] {
  const k = build.limbs
  const wrist = handSize(build)
  const upper = (share: number) => pointBetween(side.shoulder, side.elbow, share)
  const lower = (share: number) => pointBetween(side.elbow, side.wrist, share)
  return [
    { at: upper(0.22), inner: 16 * k, outer: 17 * k },
    { at: upper(0.38), inner: 19.5 * k, outer: 20 * k },
    { at: upper(0.6), inner: 19 * k, outer: 19 * k },
    { at: upper(0.92), inner: 16 * k, outer: 16 * k },
    { at: lower(0.2), inner: 16.5 * k, outer: 18 * k },
    { at: lower(0.6), inner: 12.5 * k, outer: 13.5 * k },
    { at: lower(0.92), inner: 8.7 * wrist, outer: 8.7 * wrist },
    { at: lower(1.03), inner: 6 * wrist, outer: 6 * wrist },
  ]
}

/**
 * The outline of a sleeve that ends at `reach` along the arm: 0.5 is the elbow, 1 the wrist. It starts inside the
 * outline of the torso, which draws the roundness of the shoulder.
 */
export function sleeve(build: Build, side: Side, reach: number, ease: number): string {
  const k = build.limbs
  const at = (share: number) =>
    share < 0.5
      ? pointBetween(side.shoulder, side.elbow, share * 2)
      : pointBetween(side.elbow, side.wrist, share * 2 - 1)
  const width = (share: number) => (23.5 - 11 * share) * k + ease * (0.6 + share)
  const stops = [0.14, 0.22, 0.34, 0.46, 0.56, 0.7, 0.84].filter((share) => share < reach - 0.05)
  const cloth: Section[] = [
    { at: at(-0.03), inner: 8, outer: 13 * k },
    { at: at(0.06), inner: 14, outer: 20.5 * k },
    ...[...stops, reach].map((share) => ({
      at: at(share),
      inner: width(share),
      outer: width(share),
    })),
  ]
  return closedCurve(mirroredToSide(side.side, limbOutline(cloth)), 0.7)
}
