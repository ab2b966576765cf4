import { light, shade } from './colour.ts'
import { openCurve } from './outline.ts'
import type { Build, Look } from './scene.ts'
import type { Side } from './skeleton.ts'
import type { SvgContext } from './svg.ts'
import { blurred, softEllipse, stroke } from './svg.ts'

/** The folds of a top: the shading of the body under it, then the folds that start at the armpits and the waist. */
export function folds(
  context: SvgContext,
  build: Build,
  look: Look,
  sides: Side[],
  hem: number,
): string {
  const dark = shade(look.top.colour, 0.72)
  const pale = light(look.top.colour, 0.55)
  const lines = sides.flatMap((side) => [
    ...pulls(context, build, side),
    ...slack(context, build, side),
  ])
  const draw = (colour: string, width: number, opacity: number) =>
    lines.map((d) => stroke(d, colour, width, opacity)).join('')
  return (
    volumes(build, dark, pale, hem) +
    `<g transform="translate(-1 -4)">${blurred(2, draw(pale, 3, 0.24))}</g>` +
    blurred(4, draw(dark, 4.5, 0.4))
  )
}

function volumes({ chest, waist, hips }: Build, dark: string, pale: string, hem: number): string {
  const full = waist > chest
  const belly = full ? 1 : 0.4
  const breast = (side: number) =>
    softEllipse([side * chest * 0.46, full ? 244 : 240], chest * 0.5, 14, dark, 0.3)
  return (
    softEllipse([waist * 0.25, hem - 22], waist * 0.9 + 22, 42.4, dark, 0.5 * belly) +
    softEllipse([-waist * 0.28, 292], waist * 0.42 + 22, 56.4, pale, 0.42 * belly) +
    softEllipse([-chest * 0.42, 200], 42.4, 46.4, pale, 0.4) +
    softEllipse([chest * 0.4, 204], 40.4, 42.4, pale, 0.2) +
    breast(1) +
    breast(-1) +
    softEllipse([hips * 0.1, hem], hips + 11, 18.2, dark, 0.3) +
    softEllipse([0, 176], 16.2, 45.2, dark, 0.12)
  )
}

/** Folds from the armpit: down along the side, and inwards over the chest. */
function pulls(context: SvgContext, { chest }: Build, { side }: Side): string[] {
  return [0, 1, 2].map((i) => {
    const to = chest * (0.78 - 0.2 * i) + 6 * context.random()
    const drop = 40 - 11 * i + 8 * context.random()
    return openCurve([
      [side * (chest - 1), 207],
      [side * (chest - 9 - 4 * i), 207 + drop * 0.45],
      [side * to, 207 + drop],
    ])
  })
}

/** Loose cloth at the waist: short folds from the side that rise towards the middle, or sink over a belly. */
function slack(context: SvgContext, { chest, waist }: Build, { side }: Side): string[] {
  const sink = waist > chest ? 1 : -1
  return [0, 1, 2, 3].map((i) => {
    const y = 262 + i * 30 + context.random() * 12
    const reach = waist * (0.24 + 0.24 * context.random())
    const lean = (i % 2 ? 10 : 16) * (i > 1 ? 1 : sink)
    return openCurve([
      [side * (waist + 6), y - lean * 0.5],
      [side * (waist - reach * 0.5), y + lean * 0.35],
      [side * (waist - reach), y + lean],
    ])
  })
}
