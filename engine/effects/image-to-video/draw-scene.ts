import { type View, viewAt } from './camera-at.ts'
import type { Camera } from './motion.ts'
import { groundDepth, type Layer, type Scene } from './scene.ts'

/**
 * Draws the background as a camera sees it. Every row has one depth, so it is a straight line of the source.
 * @param defocus how far it is out of focus, 0–1
 */
export function drawFar(
  { far, blurred }: Scene,
  camera: Camera,
  dolly: number,
  defocus: number,
  out: Layer,
): void {
  const line = new Float32Array(Math.max(far.width, blurred?.width ?? 0))
  for (let row = 0; row < out.height; row++) {
    const view = viewAt(camera, dolly, groundDepth((row + 0.5) / out.height))
    drawLine(far.y, far, out.y, out, row, view, 0, 1, line)
    if (blurred && defocus > 0) {
      drawLine(blurred.y, blurred, out.y, out, row, view, 1, defocus, line)
    }
    if (row % 2 === 1) continue
    for (const name of ['u', 'v'] as const) {
      const [from, to] = [halfOf(far), halfOf(out)]
      drawLine(far[name], from, out[name], to, row / 2, view, 0, 1, line)
      if (blurred && defocus > 0) {
        drawLine(blurred[name], from, out[name], to, row / 2, view, 1, defocus, line)
      }
    }
  }
}

type Sides = { width: number; height: number }

function halfOf({ width, height }: Sides): Sides {
  return { width: width / 2, height: height / 2 }
}

/** The place of a source in bilinear terms: two neighbours and the share of the second. */
type Place = { first: number; second: number; share: number }

/** Where the middle of the `at`th of `count` pixels of a view lies on a side of `length` pixels. */
function placeOf(at: number, count: number, length: number, shift: number, zoom: number): Place {
  const position = (0.5 + shift + ((at + 0.5) / count - 0.5) / zoom) * length - 0.5
  const inside = Math.min(length - 1, Math.max(0, position))
  const first = Math.min(length - 1, Math.floor(inside))
  return { first, second: Math.min(length - 1, first + 1), share: inside - first }
}

/**
 * Mixes a row of a view, bilinear, into a plane: `amount` of it to `1 - amount` of what is there, or replaces that.
 * @param line for a row of the source, overwritten
 */
function drawLine(
  plane: Float32Array,
  from: Sides,
  out: Float32Array,
  to: Sides,
  row: number,
  { zoom, x, y }: View,
  isMixed: 0 | 1,
  amount: number,
  line: Float32Array,
): void {
  const { first: top, second: bottom, share: down } = placeOf(row, to.height, from.height, y, zoom)
  const [above, below] = [top * from.width, bottom * from.width]
  const step = from.width / (to.width * zoom)
  const start = (0.5 + x + (0.5 / to.width - 0.5) / zoom) * from.width - 0.5
  const last = from.width - 1
  // Two rows become one first, because most pixels of it are used twice.
  for (let x = 0; x <= last; x++) {
    const upper = plane[above + x]!
    line[x] = upper + (plane[below + x]! - upper) * down
  }
  for (let column = 0, at = row * to.width; column < to.width; column++, at++) {
    let position = start + column * step
    position = position < 0 ? 0 : position > last ? last : position
    const first = position | 0
    const left = line[first]!
    const right = line[first < last ? first + 1 : last]!
    const level = left + (right - left) * (position - first)
    out[at] = isMixed ? out[at]! + (level - out[at]!) * amount : level
  }
}

/** Draws people over the background. */
export function drawNear({ near }: Scene, camera: Camera, dolly: number, out: Layer): void {
  if (!near) return
  const { layer, alpha, halfAlpha, depth } = near
  const view = viewAt(camera, dolly, depth)
  overlay([layer.y], alpha, layer, [out.y], out, view)
  overlay([layer.u, layer.v], halfAlpha, halfOf(layer), [out.u, out.v], halfOf(out), view)
}

/** Lays planes that are multiplied by `alpha` over others. */
function overlay(
  planes: readonly Float32Array[],
  alpha: Float32Array,
  from: Sides,
  outs: readonly Float32Array[],
  to: Sides,
  { zoom, x, y }: View,
): void {
  const columns = Array.from({ length: to.width }, (_, column) =>
    placeOf(column, to.width, from.width, x, zoom),
  )
  for (let row = 0; row < to.height; row++) {
    const {
      first: top,
      second: bottom,
      share: down,
    } = placeOf(row, to.height, from.height, y, zoom)
    const [above, below] = [top * from.width, bottom * from.width]
    for (let column = 0, at = row * to.width; column < to.width; column++, at++) {
      const { first, second, share } = columns[column]!
      const a = alpha[above + first]!
      const b = alpha[above + second]!
      const c = alpha[below + first]!
      const d = alpha[below + second]!
      if (a + b + c + d === 0) continue
      const wa = (1 - share) * (1 - down)
      const wb = share * (1 - down)
      const wc = (1 - share) * down
      const wd = share * down
      const rest = 1 - (a * wa + b * wb + c * wc + d * wd)
      for (let nth = 0; nth < planes.length; nth++) {
        const plane = planes[nth]!
        const level =
          plane[above + first]! * wa +
          plane[above + second]! * wb +
          plane[below + first]! * wc +
          plane[below + second]! * wd
        outs[nth]![at] = level + rest * outs[nth]![at]!
      }
    }
  }
}
