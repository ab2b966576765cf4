import { GOLD, gem, pearl, ROSE, SILVER, wire } from './metal.ts'
import type { ProductArt } from './product-art.ts'
import type { Point } from './scene.ts'

const CENTRE = { x: 210, y: 130 } as const
const RADII = { x: 170, y: 78 } as const

/** A point of the ring; 0 is its right, a quarter turn its front. */
function onRing(turn: number): Point {
  return { x: CENTRE.x + RADII.x * Math.cos(turn), y: CENTRE.y + RADII.y * Math.sin(turn) }
}

function half(front: boolean): string {
  const sweep = front ? 0 : 1
  const [right, left] = [onRing(0), onRing(Math.PI)]
  return `M${right.x} ${right.y}A${RADII.x} ${RADII.y} 0 0 ${front ? 1 : sweep - 1} ${left.x} ${left.y}`
}

function ends(halfWidth: number): Point[] {
  return [
    { x: CENTRE.x - RADII.x + halfWidth, y: CENTRE.y },
    { x: CENTRE.x + RADII.x - halfWidth, y: CENTRE.y },
  ]
}

/** A round golden bangle with three stones. */
export const bangle: ProductArt = {
  name: 'bangle',
  width: 420,
  height: 260,
  markup:
    wire(half(false), 20, GOLD) +
    wire(half(true), 26, GOLD) +
    [0.34, 0.5, 0.66]
      .map((t) => gem(onRing(t * Math.PI).x, onRing(t * Math.PI).y, 10, '#b3122f'))
      .join(''),
  anchors: ends(11),
  centimetres: 6,
}

/** Silver links. */
export const chain: ProductArt = {
  name: 'chain',
  width: 420,
  height: 260,
  markup: Array.from({ length: 36 }, (_, n) => {
    const turn = -Math.PI / 2 + ((n % 2 === 0 ? n : -n - 1) / 36) * Math.PI
    return { turn, front: Math.sin(turn) }
  })
    .toSorted((a, b) => a.front - b.front)
    .map(({ turn, front }) => {
      const at = onRing(turn)
      const size = 12 + 3 * front
      const along = Math.atan2(RADII.y * Math.cos(turn), -RADII.x * Math.sin(turn))
      const path = `M${-size * 1.3} 0A${size * 1.3} ${size * 0.8} 0 1 1 ${size * 1.3} 0A${size * 1.3} ${size * 0.8} 0 1 1 ${-size * 1.3} 0Z`
      return (
        `<g transform="translate(${at.x.toFixed(1)} ${at.y.toFixed(1)}) rotate(${((along * 180) / Math.PI).toFixed(1)})">` +
        `${wire(path, size * 0.5, SILVER)}</g>`
      )
    })
    .join(''),
  anchors: ends(11),
  centimetres: 6,
}

/** Pearls on a rose wire. */
export const beads: ProductArt = {
  name: 'beads',
  width: 420,
  height: 260,
  markup:
    wire(half(false), 4, ROSE) +
    wire(half(true), 4, ROSE) +
    Array.from({ length: 30 }, (_, n) => (n / 30) * 2 * Math.PI)
      .toSorted((a, b) => Math.sin(a) - Math.sin(b))
      .map((turn) => pearl(onRing(turn).x, onRing(turn).y, 16 + 3 * Math.sin(turn), '#ead9d2'))
      .join(''),
  anchors: ends(16),
  centimetres: 6,
}

export const BRACELETS = [bangle, chain, beads]
