import { smoothstep } from '../../geometry/smoothstep.ts'
import { type View, viewAt } from './camera-at.ts'
import { depthAt } from './estimate-depth.ts'
import type { Camera } from './motion.ts'
import type { Layer, Scene } from './scene.ts'
import { SCENE_FOCUS, SCENE_ROUNDS, SCENE_STEP } from './tuning.ts'

/**
 * Draws the background as a camera sees it, each place from where its depth says.
 * @param defocus how far what is farthest is out of focus, 0–1; what is as near as people stays in focus
 */
export function drawFar(
  scene: Scene,
  camera: Camera,
  dolly: number,
  defocus: number,
  out: Layer,
): void {
  const { far, blurred } = scene
  const sources = sourcesOf(scene, camera, dolly, defocus, out)
  for (const [name, halves] of [
    ['y', 1],
    ['u', 2],
    ['v', 2],
  ] as const) {
    const [from, to] = [sidesOf(far, halves), sidesOf(out, halves)]
    const places = { ...sources, step: SCENE_STEP / halves }
    drawWarped(far[name], from, out[name], to, places, false)
    if (blurred && defocus > 0) drawWarped(blurred[name], from, out[name], to, places, true)
  }
}

function sidesOf({ width, height }: Sides, halves: 1 | 2): Sides {
  return { width: width / halves, height: height / halves }
}

/**
 * Where on the picture, in shares of its sides, nodes lie that are `step` pixels of a plane of the frame apart, and how
 * far each is out of focus.
 */
type Sources = {
  cols: number
  step: number
  x: Float32Array
  y: Float32Array
  blur: Float32Array
}

function sourcesOf(
  { depth, near }: Scene,
  camera: Camera,
  dolly: number,
  defocus: number,
  { width, height }: Sides,
): Sources {
  const [cols, rows] = [Math.ceil(width / SCENE_STEP) + 1, Math.ceil(height / SCENE_STEP) + 1]
  const plane = (): Float32Array => new Float32Array(cols * rows)
  const [xs, ys, blur] = [plane(), plane(), plane()]
  const focus = near?.depth ?? 1
  for (let at = 0; at < xs.length; at++) {
    const right = ((at % cols) * SCENE_STEP) / width - 0.5
    const down = (Math.floor(at / cols) * SCENE_STEP) / height - 0.5
    let [x, y] = [right + 0.5, down + 0.5]
    for (let round = 0; round < SCENE_ROUNDS; round++) {
      const view = viewAt(camera, dolly, depthAt(depth, x, y))
      x = 0.5 + view.x + right / view.zoom
      y = 0.5 + view.y + down / view.zoom
    }
    xs[at] = x
    ys[at] = y
    blur[at] = defocus * (1 - smoothstep(SCENE_FOCUS, 1, depthAt(depth, x, y) / focus))
  }
  return { cols, step: SCENE_STEP, x: xs, y: ys, blur }
}

/** Draws a warped plane, bilinear, or mixes it into what is there as far as that is out of focus. */
function drawWarped(
  plane: Float32Array,
  from: Sides,
  out: Float32Array,
  to: Sides,
  { cols, step, x: xs, y: ys, blur }: Sources,
  isMixed: boolean,
): void {
  const [lastX, lastY] = [from.width - 1, from.height - 1]
  for (let row = 0; row < to.height; row++) {
    const block = Math.floor(row / step)
    const down = (row + 0.5) / step - block
    for (let column = 0, node = block * cols; column < to.width; column += step, node++) {
      const between = (of: Float32Array, at: number): number =>
        of[at]! + (of[at + cols]! - of[at]!) * down
      const [left, right] = [between(xs, node), between(xs, node + 1)]
      const [up, low] = [between(ys, node), between(ys, node + 1)]
      const [sharp, soft] = [between(blur, node), between(blur, node + 1)]
      if (isMixed && sharp + soft === 0) continue
      const byBlur = (soft - sharp) / step
      let amount = sharp + byBlur / 2
      const byX = ((right - left) / step) * from.width
      const byY = ((low - up) / step) * from.height
      let x = left * from.width - 0.5 + byX / 2
      let y = up * from.height - 0.5 + byY / 2
      const end = Math.min(to.width, column + step) + row * to.width
      for (let at = row * to.width + column; at < end; at++, x += byX, y += byY, amount += byBlur) {
        const atX = x < 0 ? 0 : x > lastX ? lastX : x
        const atY = y < 0 ? 0 : y > lastY ? lastY : y
        const first = atX | 0
        const top = atY | 0
        const across = atX - first
        const along = atY - top
        const place = top * from.width + first
        const next = first < lastX ? 1 : 0
        const below = top < lastY ? place + from.width : place
        const a = plane[place]! + (plane[place + next]! - plane[place]!) * across
        const b = plane[below]! + (plane[below + next]! - plane[below]!) * across
        const level = a + (b - a) * along
        out[at] = isMixed ? out[at]! + (level - out[at]!) * amount : level
      }
    }
  }
}

type Sides = { width: number; height: number }

/** The place of a source in bilinear terms: two neighbours and the share of the second. */
type Place = { first: number; second: number; share: number }

/** Where the middle of the `at`th of `count` pixels of a view lies on a side of `length` pixels. */
function placeOf(at: number, count: number, length: number, shift: number, zoom: number): Place {
  const position = (0.5 + shift + ((at + 0.5) / count - 0.5) / zoom) * length - 0.5
  const inside = Math.min(length - 1, Math.max(0, position))
  const first = Math.min(length - 1, Math.floor(inside))
  return { first, second: Math.min(length - 1, first + 1), share: inside - first }
}

/** Draws people over the background. */
export function drawNear({ near }: Scene, camera: Camera, dolly: number, out: Layer): void {
  if (!near) return
  const { layer, alpha, halfAlpha, depth } = near
  const view = viewAt(camera, dolly, depth)
  overlay([layer.y], alpha, layer, [out.y], out, view)
  overlay([layer.u, layer.v], halfAlpha, sidesOf(layer, 2), [out.u, out.v], sidesOf(out, 2), view)
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
