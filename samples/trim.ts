import { light, mixColours, shade } from './colour.ts'
import { openCurve } from './outline.ts'
import type { Build, Look } from './scene.ts'
import { ellipse, stroke } from './svg.ts'

/** The collar and hem of a top and, on a shirt, its buttons and pocket. */
export function trim(
  { top: { cut, colour } }: Look,
  build: Build,
  hem: number,
  throat: number,
): string {
  const { neck } = build
  const round = (low: number) =>
    openCurve([
      [-neck - 6, 116],
      [-neck * 0.62, low - 5],
      [0, low + 2],
      [neck * 0.62, low - 5],
      [neck + 6, 116],
    ])
  const collar = round(throat)
  const band =
    stroke(collar, mixColours(colour, '#000000', 0.28), 8.5) +
    stroke(collar, mixColours(colour, '#ffffff', 0.1), 6)
  const stitch = stroke(`M-130 ${hem - 7}Q0 ${hem + 4} 130 ${hem - 7}`, shade(colour, 0.55), 1, 0.5)
  return cut === 'shirt'
    ? front(colour, hem) + lapels(colour, neck, throat) + stitch
    : band + stitch
}

function front(colour: string, hem: number): string {
  const dark = shade(colour, 0.55)
  const buttons = [172, 208, 244, 280, 316, 352, 384]
    .map(
      (y) =>
        ellipse([0.8, y + 1], 2.6, 2.6, dark, 0.8) + ellipse([0, y], 2.4, 2.4, light(colour, 0.75)),
    )
    .join('')
  const pocket =
    stroke('M26 204L58 204L58 238Q42 248 26 238Z', dark, 1.2, 0.5) +
    stroke('M26 211L58 211', dark, 0.8, 0.4)
  return (
    stroke(`M-7 146L-7 ${hem + 6}`, dark, 1, 0.5) +
    stroke(`M7 146L7 ${hem + 6}`, dark, 1.3, 0.7) +
    pocket +
    buttons
  )
}

function lapels(colour: string, neck: number, throat: number): string {
  const flap = (side: number) =>
    `<path d="M${side * (neck - 1)} 112L0 ${throat + 4}L${side * 15} ${throat + 24}` +
    `L${side * (neck + 15)} ${throat - 8}Z" ` +
    `fill="${mixColours(colour, '#ffffff', side < 0 ? 0.16 : 0.04)}" ` +
    `stroke="${shade(colour, 0.6)}" stroke-width="1.1" stroke-linejoin="round"/>`
  return flap(1) + flap(-1)
}
