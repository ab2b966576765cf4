import { shade, sheen } from './colour.ts'
import { closedCurve, mirroredOutline, openCurve, pointsOf } from './outline.ts'
import type { Look } from './scene.ts'
import type { Part, SvgContext } from './svg.ts'
import { blurred, clipped, ellipse, fill, softEllipse, stroke } from './svg.ts'

const SHORT =
  '-33,57 -37,42 -40,22 -35,4 -22,-8 -2,-12 20,-9 35,3 40,22 37,42 33,57 32.5,44 31,32 25,22 10,18 ' +
  '-6,21 -20,17 -29,27 -32,42'
const PARTED =
  '-36,66 -40,40 -37,14 -24,-5 0,-10 24,-5 37,14 40,40 36,66 33,46 27,29 15,17 -3,9 -18,22 -28,34 -33,48'
const SWEPT =
  '-35,56 -38,34 -34,10 -20,-5 0,-8.5 20,-5 34,10 38,34 35,56 32.5,42 28,27 16,17 0,14 -16,17 -28,27 -32.5,42'
const FALL = '0,-6 26,-2 42,24 45,62 49,104 55,140 51,176 38,190 22,168 0,150'

const LOCK = '30,40 42,52 46,92 47,140 44,186 33,206 22,190 21,150 24,112 28,84 31,60'

/** Hair behind the head and the shoulders; none for a short cut. */
export function backHair(context: SvgContext, look: Look): Part {
  if (look.hairCut === 'long') return falling(context, look)
  if (look.hairCut === 'bun') return ball(context, look)
  return look.hairCut === 'curly' ? cloud(context, look) : { markup: '', silhouette: '' }
}

/** Locks of hair before the neck and the shoulders. */
export function locksOf(context: SvgContext, look: Look): Part {
  const outlines = [1, -1].map((side) =>
    closedCurve(pointsOf(LOCK).map(({ x, y }) => ({ x: side * x, y }))),
  )
  const strands = Array.from({ length: 30 }, (_, n) => {
    const side = n % 2 === 0 ? 1 : -1
    const x = side * (24 + 20 * context.random())
    return {
      d: openCurve([
        [side * 34, 44],
        [x * 1.05, 110],
        [x, 200],
      ]),
      pale: context.random() < 0.4,
    }
  })
  return {
    markup:
      outlines.map((outline) => hairMass(look, outline)).join('') +
      clipped(context, outlines, hairStrands(look, strands)),
    silhouette: outlines.map((outline) => `<path d="${outline}"/>`).join(''),
  }
}

/** Hair over the forehead and temples. */
export function frontHair(context: SvgContext, look: Look): Part {
  if (look.hairCut === 'curly') return fringe(context, look)
  const outline = closedCurve({ short: SHORT, long: PARTED, bun: SWEPT }[look.hairCut], 0.9)
  const sweep = look.hairCut === 'short' ? 0.25 : look.hairCut === 'bun' ? 0 : -0.1
  const strands = Array.from({ length: 46 }, () => {
    const from = (context.random() - 0.5) * 76
    const root: [number, number] = [sweep * 40 + from * 0.35, -8 + Math.abs(from) * 0.12]
    return {
      d: openCurve([
        root,
        [from * 0.8, 5 + Math.abs(from) * 0.3],
        [from * 1.05, 24 + Math.abs(from) * 0.75],
      ]),
      pale: context.random() < 0.45,
    }
  })
  return {
    markup: hairMass(look, outline) + clipped(context, [outline], hairStrands(look, strands)),
    silhouette: `<path d="${outline}"/>`,
  }
}

function hairMass(look: Look, d: string) {
  return `<g filter="url(#form-small)">${fill(d, look.hair)}</g>`
}

function hairStrands(look: Look, strands: { d: string; pale: boolean }[]): string {
  const lines = strands.map(({ d, pale }) =>
    stroke(
      d,
      pale ? sheen(look.hair, 0.32) : shade(look.hair, 0.6),
      pale ? 0.9 : 1.2,
      pale ? 0.5 : 0.6,
    ),
  )
  return (
    softEllipse([-12, 4], 23.6, 11.6, sheen(look.hair, 0.6), 0.5) +
    softEllipse([30, 24], 13.6, 27.6, shade(look.hair, 0.8), 0.6) +
    lines.join('')
  )
}

function falling(context: SvgContext, look: Look): Part {
  const outline = closedCurve(mirroredOutline(FALL))
  const strands = Array.from({ length: 60 }, () => {
    const x = (context.random() - 0.5) * 96
    return {
      d: openCurve([
        [x * 0.7, 20],
        [x * 0.95, 90],
        [x * 1.05 + 4 * context.random(), 188],
      ]),
      pale: context.random() < 0.4,
    }
  })
  const depth = softEllipse([0, 120], 41.2, 51.2, shade(look.hair, 0.8), 0.8)
  return {
    markup:
      hairMass(look, outline) + clipped(context, [outline], hairStrands(look, strands) + depth),
    silhouette: `<path d="${outline}"/>`,
  }
}

function ball(context: SvgContext, look: Look): Part {
  const knot = closedCurve('-15,-2 -18,-14 -10,-25 4,-27 16,-20 18,-8 13,1')
  const strands = Array.from({ length: 16 }, (_, i) => ({
    d: `M${-16 + i * 2} 0Q${-6 + i} ${-30 + 6 * context.random()} ${6 + i} ${-4}`,
    pale: i % 3 === 0,
  }))
  return {
    markup: hairMass(look, knot) + clipped(context, [knot], hairStrands(look, strands)),
    silhouette: `<path d="${knot}"/>`,
  }
}

function circles(spots: [number, number, number][], colour: string, opacity: number) {
  return spots.map(([x, y, r]) => ellipse([x, y], r, r, colour, opacity)).join('')
}

function cloud(context: SvgContext, look: Look): Part {
  const spots = Array.from({ length: 44 }, (_, i): [number, number, number] => {
    const turn = (i / 44) * Math.PI * 1.5 + Math.PI * 0.75
    const out = 41 + 7 * context.random()
    return [Math.cos(turn) * out, 32 + Math.sin(turn) * (out + 3), 9 + 5 * context.random()]
  })
  const body: [number, number, number][] = [[0, 26, 42], ...spots]
  const curls = spots.map(([x, y, r]): [number, number, number] => [x - 3, y - 3, r * 0.5])
  return {
    markup:
      `<g filter="url(#form-small)">${circles(body, look.hair, 1)}</g>` +
      blurred(2, circles(curls, sheen(look.hair, 0.4), 0.45)),
    silhouette: body.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`).join(''),
  }
}

function fringe(context: SvgContext, look: Look): Part {
  const cap = closedCurve(SWEPT, 0.9)
  const spots = Array.from({ length: 34 }, (_, i): [number, number, number] => {
    const x = -34 + 68 * (i / 33)
    return [x, 4 + Math.abs(x) ** 1.75 / 16 + 8 * context.random(), 6 + 4 * context.random()]
  })
  const curls = spots.map(([x, y, r]): [number, number, number] => [x - 1.5, y - 2, r * 0.45])
  return {
    markup:
      fill(cap, shade(look.hair, 0.15)) +
      `<g filter="url(#form-small)">${circles(spots, look.hair, 1)}</g>` +
      blurred(1, circles(curls, sheen(look.hair, 0.4), 0.4)),
    silhouette: `<path d="${cap}"/>${spots.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`).join('')}`,
  }
}
