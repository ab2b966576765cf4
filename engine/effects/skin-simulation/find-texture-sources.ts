import type { FaceRegion } from '../../face/face-region.ts'
import { boxOfPixels } from '../../geometry/bounding-box.ts'
import type { Component } from '../../raster/mask/find-components.ts'
import {
  MIN_SOUNDNESS,
  TEXTURE_SOURCES_DIRECTIONS,
  TEXTURE_SOURCES_DISTANCES,
  TEXTURE_SOURCES_MARGIN,
} from './tuning.ts'

/**
 * Finds sound skin whose texture can cover each blemish: near it and in similar light. A blemish has one source, so
 * that its texture is of one piece.
 * @param sound where sound skin is, 0–1
 * @param level the skin's lightness without detail, L*
 * @returns for each pixel in and around the blemishes the step to its source, in indices of the plane; 0 for none
 */
export function findTextureSources(
  blemishes: readonly Component[],
  sound: Float32Array,
  level: Float32Array,
  { width, height, faceWidth }: FaceRegion,
): Int32Array {
  const offsets = new Int32Array(sound.length)
  for (const blemish of blemishes) {
    const { x, y, radius } = boundingCircle(blemish, width, TEXTURE_SOURCES_MARGIN * faceWidth)
    let best = 0
    let least = Number.POSITIVE_INFINITY
    for (const distance of TEXTURE_SOURCES_DISTANCES) {
      for (let turn = 0; turn < TEXTURE_SOURCES_DIRECTIONS; turn++) {
        const angle = (2 * Math.PI * turn) / TEXTURE_SOURCES_DIRECTIONS
        const dx = Math.round(distance * radius * Math.cos(angle))
        const dy = Math.round(distance * radius * Math.sin(angle))
        if (soundness(sound, width, height, x + dx, y + dy, radius) < MIN_SOUNDNESS) continue
        const difference = Math.abs(level[(y + dy) * width + x + dx]! - level[y * width + x]!)
        const cost = difference + distance
        if (cost < least) [best, least] = [dy * width + dx, cost]
      }
      if (least < Number.POSITIVE_INFINITY) break
    }
    if (best === 0) continue
    for (let row = Math.max(0, y - radius); row <= Math.min(height - 1, y + radius); row++) {
      const start = row * width
      offsets.fill(
        best,
        start + Math.max(0, x - radius),
        start + Math.min(width - 1, x + radius) + 1,
      )
    }
  }
  return offsets
}

/** The centre of a component's bounding box and a radius that holds it with a margin, in whole pixels. */
function boundingCircle({ pixels }: Component, width: number, margin: number) {
  const box = boxOfPixels(pixels, width)
  return {
    x: box.left + ((box.width - 1) >> 1),
    y: box.top + ((box.height - 1) >> 1),
    radius: Math.ceil((Math.max(box.width, box.height) - 1) / 2 + margin),
  }
}

/** The mean soundness of the square around a pixel, of some of its pixels; 0 where the square leaves the plane. */
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
