import type { Brush, Part } from './brush.ts'
import { ellipse, fill, inside, mist, soft, stroke } from './brush.ts'
import { shade, sheen } from './colour.ts'
import { closed, mirrored, open } from './outline.ts'
import type { Look } from './scene.ts'

const SHORT =
  '-33,57 -37,42 -40,22 -35,4 -22,-8 -2,-12 20,-9 35,3 40,22 37,42 33,57 32.5,44 31,32 25,22 10,18 -6,21 -20,17 -29,27 -32,42'
const PARTED =
  '-36,66 -40,40 -37,14 -24,-5 0,-10 24,-5 37,14 40,40 36,66 33,46 27,29 15,17 -3,9 -18,22 -28,34 -33,48'
const SWEPT =
  '-35,56 -38,34 -34,10 -20,-5 0,-8.5 20,-5 34,10 38,34 35,56 32.5,42 28,27 16,17 0,14 -16,17 -28,27 -32.5,42'
const FALL = '0,-6 26,-2 42,24 45,62 49,104 55,140 51,176 38,190 22,168 0,150'

/** Hair behind the head and the shoulders: nothing for a short cut. */
export function backHair(brush: Brush, look: Look): Part {
  if (look.hairCut === 'long') return falling(brush, look)
  if (look.hairCut === 'bun') return ball(brush, look)
  return look.hairCut === 'curly' ? cloud(brush, look) : { art: '', cover: '' }
}

/** Hair over the forehead and temples. */
export function frontHair(brush: Brush, look: Look): Part {
  if (look.hairCut === 'curly') return fringe(brush, look)
  const outline = closed({ short: SHORT, long: PARTED, bun: SWEPT }[look.hairCut], 0.9)
  const sweep = look.hairCut === 'short' ? 0.25 : look.hairCut === 'bun' ? 0 : -0.1
  const strands = Array.from({ length: 46 }, () => {
    const from = (brush.chance() - 0.5) * 76
    const root: [number, number] = [sweep * 40 + from * 0.35, -8 + Math.abs(from) * 0.12]
    return {
      d: open([
        root,
        [from * 0.8, 5 + Math.abs(from) * 0.3],
        [from * 1.05, 24 + Math.abs(from) * 0.75],
      ]),
      pale: brush.chance() < 0.45,
    }
  })
  return {
    art: mass(look, outline) + inside(brush, [outline], lit(look, strands)),
    cover: `<path d="${outline}"/>`,
  }
}

const mass = (look: Look, d: string) => `<g filter="url(#form-small)">${fill(d, look.hair)}</g>`

function lit(look: Look, strands: { d: string; pale: boolean }[]): string {
  const lines = strands.map(({ d, pale }) =>
    stroke(
      d,
      pale ? sheen(look.hair, 0.32) : shade(look.hair, 0.6),
      pale ? 0.9 : 1.2,
      pale ? 0.5 : 0.6,
    ),
  )
  return (
    mist([-12, 4], 23.6, 11.6, sheen(look.hair, 0.6), 0.5) +
    mist([30, 24], 13.6, 27.6, shade(look.hair, 0.8), 0.6) +
    lines.join('')
  )
}

function falling(brush: Brush, look: Look): Part {
  const outline = closed(mirrored(FALL))
  const strands = Array.from({ length: 60 }, () => {
    const x = (brush.chance() - 0.5) * 96
    return {
      d: open([
        [x * 0.7, 20],
        [x * 0.95, 90],
        [x * 1.05 + 4 * brush.chance(), 188],
      ]),
      pale: brush.chance() < 0.4,
    }
  })
  const depth = mist([0, 120], 41.2, 51.2, shade(look.hair, 0.8), 0.8)
  return {
    art: mass(look, outline) + inside(brush, [outline], lit(look, strands) + depth),
    cover: `<path d="${outline}"/>`,
  }
}

function ball(brush: Brush, look: Look): Part {
  const knot = closed('-15,-2 -18,-14 -10,-25 4,-27 16,-20 18,-8 13,1')
  const strands = Array.from({ length: 16 }, (_, i) => ({
    d: `M${-16 + i * 2} 0Q${-6 + i} ${-30 + 6 * brush.chance()} ${6 + i} ${-4}`,
    pale: i % 3 === 0,
  }))
  return {
    art: mass(look, knot) + inside(brush, [knot], lit(look, strands)),
    cover: `<path d="${knot}"/>`,
  }
}

const circles = (spots: [number, number, number][], colour: string, opacity: number) =>
  spots.map(([x, y, r]) => ellipse([x, y], r, r, colour, opacity)).join('')

function cloud(brush: Brush, look: Look): Part {
  const spots = Array.from({ length: 44 }, (_, i): [number, number, number] => {
    const turn = (i / 44) * Math.PI * 1.5 + Math.PI * 0.75
    const out = 41 + 7 * brush.chance()
    return [Math.cos(turn) * out, 32 + Math.sin(turn) * (out + 3), 9 + 5 * brush.chance()]
  })
  const body: [number, number, number][] = [[0, 26, 42], ...spots]
  const curls = spots.map(([x, y, r]): [number, number, number] => [x - 3, y - 3, r * 0.5])
  return {
    art: `<g filter="url(#form-small)">${circles(body, look.hair, 1)}</g>${soft(2, circles(curls, sheen(look.hair, 0.4), 0.45))}`,
    cover: body.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`).join(''),
  }
}

function fringe(brush: Brush, look: Look): Part {
  const cap = closed(SWEPT, 0.9)
  const spots = Array.from({ length: 34 }, (_, i): [number, number, number] => {
    const x = -34 + 68 * (i / 33)
    return [x, 4 + Math.abs(x) ** 1.75 / 16 + 8 * brush.chance(), 6 + 4 * brush.chance()]
  })
  const curls = spots.map(([x, y, r]): [number, number, number] => [x - 1.5, y - 2, r * 0.45])
  return {
    art: `${fill(cap, shade(look.hair, 0.15))}<g filter="url(#form-small)">${circles(spots, look.hair, 1)}</g>${soft(1, circles(curls, sheen(look.hair, 0.4), 0.4))}`,
    cover: `<path d="${cap}"/>${spots.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`).join('')}`,
  }
}
