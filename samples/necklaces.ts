import { GOLD, gem, type Metal, pearl, plate, SILVER, wire } from './metal.ts'
import { openCurve } from './outline.ts'
import type { ProductArt } from './product-art.ts'
import type { Point } from './scene.ts'
import { ellipse } from './svg.ts'

/** A chain as it hangs from two points of a neck, from the left end to the right one. */
function hanging(ends: readonly [Point, Point], depth: number, count: number): Point[] {
  const [from, to] = ends
  return Array.from({ length: count }, (_, n) => {
    const t = n / (count - 1)
    const u = 2 * t - 1
    // Between a catenary and a V: steep beside the neck, round below.
    const fall = 1 - Math.abs(u) ** 2.3
    const x = from.x + (to.x - from.x) * (0.5 + 0.5 * Math.sign(u) * Math.abs(u) ** 0.86)
    return { x, y: from.y + (to.y - from.y) * t + depth * fall }
  })
}

function links(points: Point[], size: number, metal: Metal): string {
  return points
    .slice(1)
    .map((to, n) => {
      const from = points[n]!
      const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI
      const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2]
      const path = `M${-size} 0A${size} ${size * 0.62} 0 1 1 ${size} 0A${size} ${size * 0.62} 0 1 1 ${-size} 0Z`
      return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(1)})">${wire(path, size * 0.46, metal)}</g>`
    })
    .join('')
}

const ENDS = [
  { x: 24, y: 16 },
  { x: 416, y: 16 },
] as const

/** A fine gold chain with a round pendant. */
export const medallion: ProductArt = {
  name: 'medallion',
  width: 440,
  height: 400,
  markup:
    wire(openCurve(hanging(ENDS, 256, 60)), 6, GOLD) +
    wire('M220 268A10 12 0 1 1 219.9 268Z', 5, GOLD) +
    plate('M220 290A46 46 0 1 1 219.9 290Z', GOLD, 'medallion-plate') +
    wire('M220 300A36 36 0 1 1 219.9 300Z', 4, GOLD) +
    gem(220, 336, 20, '#1f7d5c'),
  anchors: [...ENDS],
  centimetres: 11,
}

/** Silver links with a violet drop. */
export const linked: ProductArt = {
  name: 'linked',
  width: 440,
  height: 360,
  markup:
    links(hanging(ENDS, 210, 34), 12, SILVER) +
    plate(
      'M220 232C236 262 250 280 250 302A30 30 0 0 1 190 302C190 280 204 262 220 232Z',
      SILVER,
      'linked-plate',
    ) +
    gem(220, 300, 20, '#6d3fa6'),
  anchors: [...ENDS],
  centimetres: 10,
}

/** Pearls with a golden heart. */
export const pearls: ProductArt = {
  name: 'pearls',
  width: 440,
  height: 330,
  markup:
    wire(openCurve(hanging(ENDS, 180, 40)), 3, SILVER) +
    hanging(ENDS, 180, 33)
      .map(({ x, y }, n) => pearl(x, y, 9.5 + 4 * (1 - Math.abs(n - 16) / 16)))
      .join('') +
    wire('M220 206A9 11 0 1 1 219.9 206Z', 4, GOLD) +
    plate(
      'M220 290C180 262 186 222 206 222C214 222 219 228 220 234C221 228 226 222 234 222C254 222 260 262 220 290Z',
      GOLD,
      'pearls-plate',
    ) +
    ellipse([206, 236], 5, 4, '#fff8dc', 0.8),
  anchors: [...ENDS],
  centimetres: 9,
}

export const NECKLACES = [medallion, linked, pearls]
