import { blendStops, type Stop, sampleClamped, stopClamped } from '../../geometry/sample.ts'
import type { Size } from '../../geometry/size.ts'
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

function sidesOf({ width, height }: Size, halves: 1 | 2): Size {
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
  { width, height }: Size,
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
  from: Size,
  out: Float32Array,
  to: Size,
  { cols, step, x: xs, y: ys, blur }: Sources,
  isMixed: boolean,
): void {
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
        const level = sampleClamped(plane, from, x, y)
        out[at] = isMixed ? out[at]! + (level - out[at]!) * amount : level
      }
    }
  }
}

/** Where the middle of the `at`th of `count` pixels of a view lies on a side of `length` pixels. */
function placeOf(at: number, count: number, length: number, shift: number, zoom: number): Stop {
  return stopClamped((0.5 + shift + ((at + 0.5) / count - 0.5) / zoom) * length - 0.5, length)
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
  from: Size,
  outs: readonly Float32Array[],
  to: Size,
  { zoom, x, y }: View,
): void {
  const columns = Array.from({ length: to.width }, (_, column) =>
    placeOf(column, to.width, from.width, x, zoom),
  )
  for (let row = 0; row < to.height; row++) {
    const along = placeOf(row, to.height, from.height, y, zoom)
    for (let column = 0, at = row * to.width; column < to.width; column++, at++) {
      const across = columns[column]!
      const share = blendStops(alpha, from.width, across, along)
      if (share === 0) continue
      for (let nth = 0; nth < planes.length; nth++) {
        const level = blendStops(planes[nth]!, from.width, across, along)
        outs[nth]![at] = level + (1 - share) * outs[nth]![at]!
      }
    }
  }
}
