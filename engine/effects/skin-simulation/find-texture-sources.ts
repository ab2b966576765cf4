import type { FaceRegion } from '../../face/face-region.ts'
import type { Component } from '../../raster/find-components.ts'

/** How far beyond a patch, in widths of the face, it is healed. */
const MARGIN = 0.014

/** Distances a donor is looked for at, in radii of the patch with its margin, and the directions, as shares of a turn. */
const DISTANCES = [2.1, 2.8, 3.6] as const
const DIRECTIONS = 12

/** The least mean soundness, 0–1, of skin that may be a donor. */
const MIN_SOUNDNESS = 0.93

/**
 * For each pixel in and around the patches the step, in the plane's indices, to sound skin near it whose texture suits;
 * 0 where there is none. One patch has one donor, so its texture is of one piece.
 * @param sound where healthy skin is, 0–1
 * @param level the skin's lightness without detail; a donor in like light is preferred
 */
export function findTextureSources(
  patches: readonly Component[],
  sound: Float32Array,
  level: Float32Array,
  { width, height, faceWidth }: FaceRegion,
): Int32Array {
  const steps = new Int32Array(sound.length)
  for (const patch of patches) {
    const { x, y, radius } = boundingCircle(patch, width, MARGIN * faceWidth)
    let best = 0
    let least = Number.POSITIVE_INFINITY
    for (const distance of DISTANCES) {
      for (let turn = 0; turn < DIRECTIONS; turn++) {
        const angle = (2 * Math.PI * turn) / DIRECTIONS
        const dx = Math.round(distance * radius * Math.cos(angle))
        const dy = Math.round(distance * radius * Math.sin(angle))
        if (soundness(sound, width, height, x + dx, y + dy, radius) < MIN_SOUNDNESS) continue
        const unlike = Math.abs(level[(y + dy) * width + x + dx]! - level[y * width + x]!)
        const cost = unlike + distance
        if (cost < least) [best, least] = [dy * width + dx, cost]
      }
      if (least < Number.POSITIVE_INFINITY) break
    }
    if (best === 0) continue
    for (let row = Math.max(0, y - radius); row <= Math.min(height - 1, y + radius); row++) {
      for (
        let column = Math.max(0, x - radius);
        column <= Math.min(width - 1, x + radius);
        column++
      )
        steps[row * width + column] = best
    }
  }
  return steps
}

/** A patch's middle and the radius that holds it, with a margin, in whole pixels. */
function boundingCircle({ pixels }: Component, width: number, margin: number) {
  let [left, right, top, bottom] = [width, 0, Number.POSITIVE_INFINITY, 0]
  for (const at of pixels) {
    const x = at % width
    const y = (at - x) / width
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return {
    x: (left + right) >> 1,
    y: (top + bottom) >> 1,
    radius: Math.ceil(Math.max(right - left, bottom - top) / 2 + margin),
  }
}

/** The mean soundness of a square; 0 where it leaves the plane. */
function soundness(
  sound: Float32Array,
  width: number,
  height: number,
  x: number,
  y: number,
  radius: number,
): number {
  if (x < radius || y < radius || x + radius >= width || y + radius >= height) return 0
  let sum = 0
  let count = 0
  const step = Math.max(1, radius >> 2)
  for (let row = y - radius; row <= y + radius; row += step) {
    for (let column = x - radius; column <= x + radius; column += step, count++)
      sum += sound[row * width + column]!
  }
  return sum / count
}
