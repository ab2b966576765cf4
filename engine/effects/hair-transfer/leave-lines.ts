import { growMask } from '../../raster/grow-mask.ts'
import { opening } from '../../raster/opening.ts'
import { sampleGrid } from '../../regions/region-grid.ts'
import type { Head } from './head.ts'

/** Half the width from which on hair is a mass and no single strand, and how much of its edge is its own. */
const MASS = 0.02
const EDGE = 0.004

/** How far around a pixel the ground is searched for its colour, widths of the face. */
const NEAR = 0.3

/** So many pixels of the ground within such a distance in levels are something that goes on there. */
const ALIKE = { pixels: 12, levels: 12 } as const

/**
 * The share of hair of a head without things behind it that reach its edge, as lines of a picture's frame do: what lies
 * off the mass of hair and has a colour that the ground nearby has too. Single hairs before a busy ground go with it.
 */
export function leaveLines({ picture, hair, frame, regions }: Head): Float32Array {
  const { width, height, alpha } = hair
  const { faceWidth } = frame
  const by = Math.max(1, Math.round(MASS * faceWidth))
  const thick = Uint8Array.from(opening(alpha, hair, by), (share) => (share > 0.5 ? 1 : 0))
  const mass = growMask(thick, hair, Math.max(1, Math.round(EDGE * faceWidth)))
  const near = Math.round(NEAR * faceWidth)
  const ground = new Uint8Array(alpha.length)
  for (let at = 0; at < ground.length; at++) {
    if (alpha[at]! > 0) continue
    const person = sampleGrid(regions.person, regions.grid, at % width, Math.floor(at / width))
    ground[at] = person < 0.5 ? 1 : 0
  }
  const lines = new Uint8Array(alpha.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      if (alpha[at]! < 0.02 || mass[at]) continue
      let alike = 0
      for (let v = Math.max(0, y - near); v <= Math.min(height - 1, y + near); v++) {
        for (let u = Math.max(0, x - near); u <= Math.min(width - 1, x + near); u++) {
          if (ground[v * width + u] && isAlike(picture.data, at, v * width + u)) alike++
        }
      }
      if (alike >= ALIKE.pixels) lines[at] = 1
    }
  }
  const wide = growMask(lines, hair, 1)
  return alpha.map((share, at) => (wide[at] && !mass[at] ? 0 : share))
}

function isAlike(data: Uint8ClampedArray, one: number, other: number): boolean {
  let off = 0
  for (let c = 0; c < 3; c++) off += (data[4 * one + c]! - data[4 * other + c]!) ** 2
  return off < ALIKE.levels ** 2
}
