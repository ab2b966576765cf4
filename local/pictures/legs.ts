import type { Brush, Part } from './brush.ts'
import { ellipse, fill, inside, soft, stroke } from './brush.ts'
import { light, shade, skinShade } from './colour.ts'
import { closed, open, points } from './outline.ts'
import type { Build, Look } from './scene.ts'
import { LEVEL, place, type Side } from './skeleton.ts'

/** One leg's outline; `ease` is the cloth's distance from it, 0 for the bare leg. */
function leg(build: Build, { side, hip, knee, ankle }: Side, ease: number): string {
  const k = build.limbs
  const outline: [number, number][] = [
    [build.hips * 0.9, 352],
    [build.hips + ease * 0.3, 384],
    [build.hips - 2 + ease * 0.4, 430],
    [(hip.x + knee.x) / 2 + 36 * k + ease * 0.5, 486],
    [knee.x + 26 * k + ease, LEVEL.knee],
    [knee.x + 29 * k + ease, 592],
    [ankle.x + 19 * k + ease * 1.4, 650],
    [ankle.x + 12.5 * k + ease * 2, LEVEL.ankle],
    [ankle.x + 12.5 * k + ease * 2, 715],
    [ankle.x - 11 * k - ease * 1.4, 715],
    [ankle.x - 11 * k - ease * 1.4, LEVEL.ankle],
    [ankle.x - 15 * k - ease, 650],
    [knee.x - 25 * k - ease * 0.8, 590],
    [knee.x - 24 * k - ease * 0.7, LEVEL.knee],
    [(hip.x + knee.x) / 2 - 33 * k - ease * 0.3, 480],
    [1.5, LEVEL.crotch + 12],
    [-2, 380],
  ]
  return closed(place(side, points(outline)), 0.9)
}

/** A shoe seen from the front, the toe a little outwards. */
function shoe(look: Look, { side, ankle }: Side, size: number): Part {
  const put = `translate(${side * (ankle.x + 3)} 0) scale(${side * size} 1)`
  const upper = closed(
    points([
      [-13, 694],
      [0, 690],
      [14, 694],
      [18, 712],
      [25, 730],
      [24, 741],
      [4, 745],
      [-15, 741],
      [-17, 728],
      [-15, 710],
    ]),
  )
  const sole = closed(
    points([
      [-17, 735],
      [4, 739],
      [26, 733],
      [27, 743],
      [6, 748.5],
      [-17, 744],
    ]),
  )
  const dark = shade(look.shoes, 0.6)
  const laces = [706, 713, 720]
    .map((y) => stroke(`M-6 ${y}L9 ${y - 1}`, light(look.shoes, 0.6), 1.8, 0.8))
    .join('')
  const art =
    `<g transform="${put}"><g filter="url(#form-small)">${fill(sole, light(look.shoes, 0.7))}${fill(upper, look.shoes)}</g>` +
    `${stroke('M-10 723Q4 716 18 724', dark, 1.4, 0.7)}${laces}</g>`
  return { art, cover: `<g transform="${put}"><path d="${upper}"/><path d="${sole}"/></g>` }
}

const paths = (shapes: string[]) => shapes.map((d) => `<path d="${d}"/>`).join('')

/** Legs and feet: trousers over them, or bare below a skirt. */
export function legs(brush: Brush, build: Build, look: Look, sides: Side[]): Part {
  const shoes = sides.map((side) => shoe(look, side, 0.85 + 0.15 * build.limbs))
  const dressed = look.bottom.cut === 'trousers' ? trousers : skirt
  const cloth = dressed(brush, build, look, sides)
  return {
    art: shoes.map((one) => one.art).join('') + cloth.art,
    cover: shoes.map((one) => one.cover).join('') + cloth.cover,
  }
}

function trousers(brush: Brush, build: Build, look: Look, sides: Side[]): Part {
  const { colour } = look.bottom
  const shapes = sides.map((side) => leg(build, side, 4))
  const waistband = closed(
    points([
      [-build.waist * 0.96, 318],
      [build.waist * 0.96, 318],
      [build.hips + 1, 385],
      [build.hips * 0.5, 412],
      [-build.hips * 0.5, 412],
      [-build.hips - 1, 385],
    ]),
    0.5,
  )
  const all = [waistband, ...shapes]
  const dark = shade(colour, 0.75)
  const creases = sides.flatMap((side) => kneeFolds(brush, side, build))
  const fly =
    stroke(`M0 340L1 ${LEVEL.crotch - 6}`, dark, 1.4, 0.6) +
    stroke(`M12 340Q13 385 2 400`, dark, 1, 0.4)
  const inseam = sides.map(({ side, knee, ankle }) =>
    open(
      points([
        [0, LEVEL.crotch + 6],
        [side * (knee.x - 22), LEVEL.knee],
        [side * (ankle.x - 12), 712],
      ]),
    ),
  )
  const pockets = sides.map(({ side }) =>
    open(
      points([
        [side * build.hips * 0.62, 336],
        [side * build.hips * 0.8, 362],
        [side * (build.hips + 2), 372],
      ]),
    ),
  )
  const shine = sides.map(({ side, hip, knee, ankle }) =>
    open(
      points([
        [side * hip.x - 9, 430],
        [side * knee.x - 6, 540],
        [side * ankle.x - 4, 690],
      ]),
    ),
  )
  const art =
    `${shapes.map((d) => `<g filter="url(#form-cloth)">${fill(d, colour)}</g>`).join('')}` +
    inside(
      brush,
      all,
      fill(waistband, colour) +
        soft(
          16,
          ellipse([0, 372], build.hips * 1.02, 26, dark, 0.3) +
            ellipse([0, LEVEL.crotch + 22], 12, 34, dark, 0.6),
        ) +
        soft(8, shine.map((d) => stroke(d, light(colour, 0.4), 13, 0.28)).join('')) +
        soft(4, creases.map((d) => stroke(d, dark, 4, 0.5)).join('')) +
        soft(1, [...pockets, ...inseam].map((d) => stroke(d, dark, 1.4, 0.55)).join('') + fly) +
        sides
          .map(({ side, ankle }) =>
            stroke(
              `M${side * (ankle.x - 24)} 709Q${side * ankle.x} 714 ${side * (ankle.x + 30)} 708`,
              dark,
              1.4,
              0.6,
            ),
          )
          .join(''),
    )
  return { art, cover: paths(all) }
}

function kneeFolds(brush: Brush, { side, knee, ankle }: Side, build: Build): string[] {
  const folds = [-14, 4, 20].map((dy) => {
    const from = (brush.chance() < 0.5 ? -1 : 1) * (22 + 4 * brush.chance())
    return open(
      points([
        [side * knee.x + from, LEVEL.knee + dy],
        [side * knee.x + from * 0.2, LEVEL.knee + dy + 7 * brush.chance()],
        [side * knee.x - from * 0.4, LEVEL.knee + dy + 10 * brush.chance()],
      ]),
    )
  })
  const hem = [664, 682, 698].map((y) =>
    open(
      points([
        [side * ankle.x - 20, y + 8 * brush.chance()],
        [side * ankle.x, y + 9],
        [side * ankle.x + 19, y + 10 * brush.chance()],
      ]),
    ),
  )
  const thigh = [0, 1].map((i) =>
    open(
      points([
        [side * (build.hips - 2), 408 + 16 * i],
        [side * build.hips * 0.5, 418 + 14 * i],
        [side * 8, 414 + 6 * i],
      ]),
    ),
  )
  return [...folds, ...hem, ...thigh]
}

function skirt(brush: Brush, build: Build, look: Look, sides: Side[]): Part {
  const { colour } = look.bottom
  const bare = sides.map((side) => leg(build, side, 0))
  const { hips, waist } = build
  const cloth = closed(
    points([
      [-waist - 1, 312],
      [waist + 1, 312],
      [hips + 4, 372],
      [hips + 15, 450],
      [hips + 25, 524],
      [hips * 0.5, 531],
      [0, 534],
      [-hips * 0.5, 531],
      [-hips - 25, 524],
      [-hips - 15, 450],
      [-hips - 4, 372],
    ]),
    0.85,
  )
  const dark = shade(colour, 0.7)
  const pleat = (x: number) =>
    open(
      points([
        [x * waist * 0.7, 320],
        [x * hips * 0.86, 400],
        [x * (hips + 21), 540],
      ]),
    )
  const at = [-0.82, -0.55, -0.3, -0.04, 0.2, 0.45, 0.7, 0.9].map(
    (x) => x + 0.08 * (brush.chance() - 0.5),
  )
  const skin = skinShade(look.skin, 0.55)
  const art =
    bare.map((d) => `<g filter="url(#form-skin)">${fill(d, look.skin)}</g>`).join('') +
    inside(
      brush,
      bare,
      soft(
        8,
        ellipse([0, 532], hips + 30, 16, skin, 0.75) +
          sides.map(({ side, knee }) => ellipse([side * knee.x, 566], 15, 8, skin, 0.5)).join(''),
      ),
    ) +
    `<g filter="url(#form-cloth)">${fill(cloth, colour)}</g>` +
    inside(
      brush,
      [cloth],
      soft(4, at.map((x) => stroke(pleat(x), dark, 6, 0.42)).join('')) +
        `<g transform="translate(-8 0)">${soft(4, at.map((x) => stroke(pleat(x), light(colour, 0.5), 5, 0.28)).join(''))}</g>` +
        stroke(`M${-hips - 30} 518Q0 534 ${hips + 30} 518`, dark, 1, 0.45),
    )
  return { art, cover: paths([...bare, cloth]) }
}
