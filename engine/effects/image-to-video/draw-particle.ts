import type { Point } from '../../geometry/point.ts'
import type { Colour } from './motion.ts'
import type { Layer } from './scene.ts'
import { PARTICLE_LEAST } from './tuning.ts'

/** Draws a soft disc, with half of its light within half of its radius. */
export function drawDisc(
  out: Layer,
  place: Point,
  radius: number,
  alpha: number,
  colour: Colour,
): void {
  drawStreak(out, place, { x: 0, y: 0 }, radius, alpha, colour)
}

/** Draws a soft line from `place` on along `way`, in pixels. */
export function drawStreak(
  out: Layer,
  place: Point,
  way: Point,
  radius: number,
  alpha: number,
  { y, u, v }: Colour,
): void {
  // What is thinner than a pixel is as wide as one, and fainter.
  const wide = Math.max(PARTICLE_LEAST.light, radius)
  const faint = alpha * Math.min(1, radius / wide)
  lay(out.y, out.width, out.height, place, way, wide, faint, y)
  const [halfPlace, halfWay] = [scaled(place), scaled(way)]
  const half = Math.max(PARTICLE_LEAST.colour, wide / 2)
  const halfFaint = faint * Math.min(1, wide / 2 / half)
  for (const [plane, level] of [
    [out.u, u],
    [out.v, v],
  ] as const) {
    lay(plane, out.width / 2, out.height / 2, halfPlace, halfWay, half, halfFaint, level)
  }
}

function scaled({ x, y }: Point): Point {
  return { x: x / 2, y: y / 2 }
}

function lay(
  plane: Float32Array,
  width: number,
  height: number,
  place: Point,
  way: Point,
  radius: number,
  alpha: number,
  level: number,
): void {
  const end = { x: place.x + way.x, y: place.y + way.y }
  const left = Math.max(0, Math.ceil(Math.min(place.x, end.x) - radius))
  const right = Math.min(width - 1, Math.floor(Math.max(place.x, end.x) + radius))
  const top = Math.max(0, Math.ceil(Math.min(place.y, end.y) - radius))
  const bottom = Math.min(height - 1, Math.floor(Math.max(place.y, end.y) + radius))
  const square = way.x * way.x + way.y * way.y
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const [dx, dy] = [column - place.x, row - place.y]
      const along = square === 0 ? 0 : Math.min(1, Math.max(0, (dx * way.x + dy * way.y) / square))
      const distance = Math.hypot(dx - along * way.x, dy - along * way.y) / radius
      if (distance >= 1) continue
      const share = alpha * (1 - distance * distance) ** 2
      const at = row * width + column
      plane[at] = plane[at]! + (level - plane[at]!) * share
    }
  }
}
