import { sleeve } from './arm.ts'
import type { Brush, Part } from './brush.ts'
import { ellipse, fill, inside, soft, stroke } from './brush.ts'
import { light, mix, shade } from './colour.ts'
import { closed, mirrored, open, points } from './outline.ts'
import type { Build, Look } from './scene.ts'
import { LEVEL, type Side } from './skeleton.ts'

/** The trunk's half widths from the neck to the hem: the cloth follows the body with a little ease. */
export function trunk(build: Build, hem: number): [number, number][] {
  const { neck, shoulders, chest, waist, hips } = build
  const side: [number, number][] = [
    [neck + 3, 118],
    [neck + 14, 128],
    [shoulders * 0.8, 136],
    [shoulders + 8, 143],
    [shoulders + 18, 160],
    [shoulders + 10, 190],
    [chest + 3, LEVEL.armpit + 8],
    [chest + 1, LEVEL.chest + 6],
    [(chest + waist) / 2 + (waist > chest ? 3 : -1), 266],
    [waist + 2, LEVEL.waist],
    [(waist + hips) / 2 + 2, 334],
    [hips + 2, 368],
  ]
  return [...side.filter(([, y]) => y < hem - 8), [hemWidth(build, hem), hem]]
}

const hemWidth = (build: Build, hem: number) =>
  hem > 366 ? build.hips + 3 : build.waist + (build.hips - build.waist) * ((hem - 300) / 68) + 3

/** What covers the trunk and as much of the arms as its cut says, its hem below the waist, or tucked in. */
export function top(brush: Brush, build: Build, look: Look, sides: Side[]): Part {
  const { cut, colour } = look.top
  const hem = cut === 'blouse' ? 330 : 392
  const reach = { tee: 0.3, shirt: 0.93, blouse: 0.56 }[cut]
  const neckline = { tee: 143, shirt: 138, blouse: 158 }[cut]
  const half = trunk(build, hem)
  const body = closed([{ x: 0, y: neckline }, ...mirrored([...half, [0, hem + 5]])], 0.8)
  const sleeves = sides.map((side) => sleeve(build, side, reach, cut === 'blouse' ? 3 : 2))
  const shapes = [...sleeves, body]
  const seams = sides.map((side) => armhole(build, side.side)).join('')
  const art =
    `<g filter="url(#form-cloth)">${shapes.map((d) => fill(d, colour)).join('')}</g>` +
    inside(
      brush,
      shapes,
      folds(brush, build, look, sides, hem) +
        soft(1, stroke(seams, shade(colour, 0.65), 1.3, 0.55)),
    ) +
    inside(brush, [body], trim(look, build, hem, neckline))
  return { art, cover: shapes.map((d) => `<path d="${d}"/>`).join('') }
}

const armhole = (build: Build, side: number) =>
  open(
    points([
      [side * (build.shoulders + 6), 143],
      [side * (build.shoulders - 2), 172],
      [side * (build.chest - 1), 207],
    ]),
  )

function folds(brush: Brush, build: Build, look: Look, sides: Side[], hem: number): string {
  const dark = shade(look.top.colour, 0.7)
  const pale = light(look.top.colour, 0.5)
  const lines = { dark: [] as string[], pale: [] as string[] }
  for (const { side } of sides) {
    for (let i = 0; i < 5; i++) {
      const y = 222 + i * 30 + brush.chance() * 12
      const outer = (y < 260 ? build.chest : build.waist) + 4
      const reach = outer * (0.32 + 0.3 * brush.chance())
      const curve = open(
        points([
          [side * outer, y - 6],
          [side * (outer - reach * 0.5), y + 5],
          [side * (outer - reach), y + 6 + 9 * brush.chance()],
        ]),
      )
      lines.dark.push(curve)
      lines.pale.push(curve.replace('M', 'M'))
    }
    lines.dark.push(
      open(
        points([
          [side * (build.chest - 2), 206],
          [side * (build.chest - 22), 226],
          [side * (build.chest - 36), 262],
        ]),
      ),
    )
  }
  const draw = (paths: string[], colour: string, width: number, opacity: number) =>
    paths.map((d) => stroke(d, colour, width, opacity)).join('')
  const belly = build.waist > build.chest ? 1 : 0.45
  return (
    soft(
      16,
      ellipse([build.waist * 0.3, 352], build.waist * 0.95, 30, dark, 0.5 * belly) +
        ellipse([0, hem], build.hips, 10, dark, 0.5),
    ) +
    soft(
      16,
      ellipse([-build.waist * 0.3, 288], build.waist * 0.45, 36, pale, 0.4 * belly) +
        ellipse([-build.chest * 0.42, 206], 24, 26, pale, 0.4),
    ) +
    soft(
      8,
      ellipse([build.chest * 0.4, 246], build.chest * 0.42, 7, dark, 0.32) +
        ellipse([-build.chest * 0.42, 246], build.chest * 0.42, 7, dark, 0.26),
    ) +
    soft(4, draw(lines.dark, dark, 5, 0.36)) +
    `<g transform="translate(0 -5)">${soft(4, draw(lines.pale, pale, 3.5, 0.3))}</g>`
  )
}

function trim(look: Look, build: Build, hem: number, neckline: number): string {
  const { cut, colour } = look.top
  const dark = shade(colour, 0.55)
  const collar = open(
    points([
      [-(build.neck + 8), 122],
      [-build.neck * 0.62, neckline - 3],
      [0, neckline + 2],
      [build.neck * 0.62, neckline - 3],
      [build.neck + 8, 122],
    ]),
  )
  const edge =
    stroke(collar, mix(colour, '#000000', 0.25), 9, 1) +
    stroke(collar, mix(colour, '#ffffff', 0.12), 6, 1)
  const hemline = stroke(`M-120 ${hem - 5}Q0 ${hem + 6} 120 ${hem - 5}`, dark, 1, 0.5)
  if (cut !== 'shirt') return edge + (cut === 'tee' ? hemline : '')
  const buttons = [168, 204, 240, 276, 312, 348, 382]
    .map(
      (y) =>
        ellipse([1, y + 1], 2.5, 2.5, dark, 0.9) + ellipse([0.6, y], 2.3, 2.3, light(colour, 0.75)),
    )
    .join('')
  const placket =
    stroke(`M-7 150L-7 ${hem + 6}`, dark, 1, 0.55) + stroke(`M7 150L7 ${hem + 6}`, dark, 1.2, 0.7)
  const pocket = stroke(`M26 204L58 204L58 238Q42 248 26 238Z`, dark, 1.2, 0.5)
  return placket + buttons + pocket + edge + hemline
}
