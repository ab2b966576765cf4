import { light, shade, skinShade } from './colour.ts'
import { leg } from './leg.ts'
import { closedCurve, mirroredOutline, openCurve } from './outline.ts'
import type { Build, Look } from './scene.ts'
import type { Side } from './skeleton.ts'
import type { Part, SvgContext } from './svg.ts'
import { blurred, clipped, fill, softEllipse, stroke } from './svg.ts'

const PLEATS = [-0.86, -0.62, -0.38, -0.14, 0.1, 0.34, 0.58, 0.8]

/** A pleated skirt to just above the knee, and the bare legs below it. */
export function skirt(context: SvgContext, build: Build, look: Look, sides: Side[]): Part {
  const bare = sides.map((side) => leg(build, side, 0))
  const cloth = outline(build)
  const art =
    bare.map((d) => `<g filter="url(#form-skin)">${fill(d, look.skin)}</g>`).join('') +
    clipped(context, bare, kneecaps(build, look, sides)) +
    `<g filter="url(#form-cloth)">${fill(cloth, look.bottom.colour)}</g>` +
    clipped(context, [cloth], pleats(context, build, look))
  return { markup: art, silhouette: [...bare, cloth].map((d) => `<path d="${d}"/>`).join('') }
}

function outline({ hips, waist }: Build) {
  return closedCurve(
    mirroredOutline([
      [0, 309],
      [waist * 0.7, 308],
      [waist + 2, 306],
      [waist + 4, 318],
      [hips + 2, 368],
      [hips + 12, 440],
      [hips + 22, 512],
      [hips + 23, 522],
      [hips * 0.5, 531],
      [0, 534],
    ]),
    0.8,
  )
}

function kneecaps({ hips }: Build, { skin }: Look, sides: Side[]): string {
  const dark = skinShade(skin, 0.55)
  const knees = sides.map(
    ({ side, knee }) =>
      softEllipse([side * knee.x + 4, 574], 20, 12, dark, 0.34) +
      softEllipse([side * knee.x - 4, 558], 14, 16, light(skin, 0.4), 0.4),
  )
  const shins = sides.map(({ side, knee, ankle }) =>
    stroke(`M${side * knee.x - 4} 590L${side * ankle.x - 3} 690`, light(skin, 0.5), 6, 0.3),
  )
  return (
    softEllipse([0, 530], hips + 41, 26.2, dark, 0.8) + knees.join('') + blurred(4, shins.join(''))
  )
}

function pleats(context: SvgContext, { hips, waist }: Build, { bottom: { colour } }: Look): string {
  const dark = shade(colour, 0.72)
  const lines = PLEATS.map((share) => {
    const x = share + 0.07 * (context.random() - 0.5)
    return openCurve([
      [x * waist * 0.85, 322],
      [x * hips * 0.92, 400],
      [x * (hips + 19), 540],
    ])
  })
  const draw = (tint: string, width: number, opacity: number) =>
    lines.map((d) => stroke(d, tint, width, opacity)).join('')
  const band = stroke(`M${-waist - 8} 322Q0 329 ${waist + 8} 322`, dark, 1.6, 0.6)
  return (
    blurred(4, draw(dark, 6, 0.45)) +
    `<g transform="translate(-7 0)">${blurred(4, draw(light(colour, 0.55), 5, 0.34))}</g>` +
    `${band}${stroke(`M${-hips - 30} 515Q0 531 ${hips + 30} 515`, dark, 1, 0.45)}`
  )
}
