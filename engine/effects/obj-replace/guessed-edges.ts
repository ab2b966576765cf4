import { boxOfPlane } from '../../geometry/bounding-box.ts'
import { clampBox, growBox } from '../../geometry/box.ts'
import { allocPlane, withArena } from '../../raster/arena.ts'
import { blur } from '../../raster/filter/blur.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { GUESSED_EDGES } from './tuning.ts'

/**
 * How much of strong edges runs through what was filled without a straight line to follow: there two grounds meet
 * behind the thing, such as a jacket and a wall, and where is a guess. One edge across a round hole gives about 2.
 * @param made the picture after what the mask covers was filled
 * @param lines 1 for each pixel that a straight line of the picture was continued over
 * @returns pixels of such edges for each pixel of the mask's outline; 0 without an outline
 */
export function guessedEdges(made: Picture, mask: Mask, lines: Uint8Array): number {
  const box = boxOfPlane(mask.data, mask)
  if (!box) return 0
  const { across, sigma, strong, beside } = GUESSED_EDGES
  const part = clampBox(growBox(box, across + Math.ceil(3 * sigma)), made)
  const { width, height } = part
  const led = new Uint8Array(width * height)
  const inside = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const start = (part.top + y) * made.width + part.left
    led.set(lines.subarray(start, start + width), y * width)
    markInside(mask.data.subarray(start, start + width), inside, y * width)
  }
  const near = growMask(led, part, beside)
  return withArena(() => {
    const planes = [0, 1, 2].map((c) => {
      const plane = allocPlane(width * height)
      for (let y = 0; y < height; y++) {
        const start = (part.top + y) * made.width + part.left
        readChannel(made.data, 4 * start + c, plane.subarray(y * width, (y + 1) * width))
      }
      return blur(plane, part, sigma)
    })
    let [outline, edges] = [0, 0]
    const countRow = (y: number): void => {
      for (let x = across, at = y * width + x; x < width - across; x++, at++) {
        if (inside[at] === 0) continue
        if (!(inside[at - 1] && inside[at + 1] && inside[at - width] && inside[at + width]))
          outline++
        if (near[at] === 0 && stepAt(planes, at, across, width) > strong) edges++
      }
    }
    for (let y = across; y < height - across; y++) countRow(y)
    return outline === 0 ? 0 : edges / outline
  })
}

function markInside(mask: Uint8Array, inside: Uint8Array, start: number): void {
  for (let x = 0; x < mask.length; x++) inside[start + x] = mask[x]! > 127 ? 1 : 0
}

function readChannel(pixels: Uint8ClampedArray, start: number, plane: Float32Array): void {
  for (let x = 0, i = start; x < plane.length; x++, i += 4) plane[x] = pixels[i]!
}

/** By how many levels a picture changes around a pixel, in the channel in which it does most. */
function stepAt(planes: Float32Array[], at: number, across: number, width: number): number {
  let most = 0
  for (const plane of planes) {
    const right = plane[at + across]! - plane[at - across]!
    const down = plane[at + across * width]! - plane[at - across * width]!
    most = Math.max(most, Math.hypot(right, down))
  }
  return most
}
