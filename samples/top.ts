import { sleeve } from './arm.ts'
import { shade } from './colour.ts'
import { folds } from './folds.ts'
import { closedCurve, mirroredOutline, openCurve } from './outline.ts'
import type { Build, Look } from './scene.ts'
import { LANDMARK_HEIGHT, type Side } from './skeleton.ts'
import { stripes } from './stripes.ts'
import type { Part, SvgContext } from './svg.ts'
import { blurred, clipped, fill, stroke } from './svg.ts'
import { trim } from './trim.ts'

/** Where a top ends: its hem down the torso, its reach along the arm (0.5 is the elbow), its neckline. */
const CUT = {
  tee: { hem: 394, reach: 0.31, throat: 143, ease: 3 },
  shirt: { hem: 398, reach: 0.95, throat: 140, ease: 2.5 },
  blouse: { hem: 344, reach: 0.56, throat: 156, ease: 3 },
} as const

/** The throat of an open shirt. */
const OPEN_THROAT = 172

/** The hem under the waistband of a skirt. */
const TUCKED = 322

/** The half widths of the torso from the neck to the hem; the cloth follows the body with a little ease. */
export function torsoHalfWidths(build: Build, hem: number): [number, number][] {
  const { neck, shoulders, chest, waist, hips } = build
  const side: [number, number][] = [
    [neck + 2, 117],
    [neck + 13, 126],
    [shoulders * 0.74, 134],
    [shoulders + 3, 142],
    [shoulders + 10, 151],
    [shoulders + 9, 176],
    [chest + 5, LANDMARK_HEIGHT.armpit + 4],
    [chest + 1, LANDMARK_HEIGHT.chest + 6],
    [(chest + waist) / 2 + (waist > chest ? 3 : -1), 266],
    [waist + 2, LANDMARK_HEIGHT.waist],
    [(waist + hips) / 2 + 3, 334],
    [hips + 3, 366],
  ]
  const end = hem > 366 ? hips + 3 : hem > TUCKED ? (waist + hips) / 2 + 4 : waist
  return [...side.filter(([, y]) => y < hem - 12), [end, hem - 7], [end - 1, hem]]
}

/** The cloth over the torso and as much of the arms as its cut covers. */
export function top(context: SvgContext, build: Build, look: Look, sides: Side[]): Part {
  const { reach, ease } = CUT[look.top.cut]
  const throat = throatOf(look)
  const hem = look.bottom.cut === 'skirt' ? TUCKED : CUT[look.top.cut].hem
  const half = torsoHalfWidths(build, hem)
  const rest: [number, number][] = [
    [build.waist * 0.6, hem + 4],
    [0, hem + 6],
  ]
  const body = closedCurve([{ x: 0, y: throat }, ...mirroredOutline([...half, ...rest])], 0.8)
  const shapes = [...sides.map((side) => sleeve(build, side, reach, ease)), body]
  const drape = folds(context, build, look, sides, hem) + seams(build, look)
  const cloth = shapes.map((d, n) => fill(d, look.top.colour) + stripes(context, look, d, sides[n]))
  const art =
    `<g filter="url(#form-cloth)">${cloth.join('')}</g>` +
    clipped(context, shapes, drape) +
    clipped(context, [body], trim(look, build, hem, throat))
  return { markup: art, silhouette: shapes.map((d) => `<path d="${d}"/>`).join('') }
}

/** How far down a neckline reaches. */
function throatOf({ top: { cut, open } }: Look): number {
  return cut === 'shirt' && open ? OPEN_THROAT : CUT[cut].throat
}

function seams({ shoulders, chest }: Build, { top: { colour } }: Look): string {
  const armhole = (side: number) =>
    openCurve([
      [side * (shoulders + 2), 141],
      [side * (shoulders - 3), 172],
      [side * (chest + 1), 208],
    ])
  return blurred(
    1,
    [1, -1].map((side) => stroke(armhole(side), shade(colour, 0.65), 1.3, 0.5)).join(''),
  )
}
