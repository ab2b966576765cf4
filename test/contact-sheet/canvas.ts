import sharp from 'sharp'
import type { Box } from '../../engine/geometry/box.ts'

type Colour = readonly [number, number, number]

/** Raw pixels, three bytes each, rows from the top. */
export type Tile = { width: number; height: number; data: Uint8Array }

/** A sheet of paper to paste tiles on; what lies outside of it is cut off. */
export type Canvas = {
  paste(tile: Tile, left: number, top: number): void
  fill(box: Box, colour: Colour): void
  /** A line of two pixels from corner to corner, both ways. */
  cross(box: Box, colour: Colour): void
  png(): Promise<Buffer>
}

/** An empty sheet of this size and colour. */
export function createCanvas(width: number, height: number, paper: Colour): Canvas {
  const data = Buffer.alloc(width * height * 3)
  const fill: Canvas['fill'] = (box, colour) => {
    const right = Math.min(width, box.left + box.width)
    const bottom = Math.min(height, box.top + box.height)
    for (let y = Math.max(0, box.top); y < bottom; y++) {
      for (let x = Math.max(0, box.left); x < right; x++) data.set(colour, (y * width + x) * 3)
    }
  }
  fill({ left: 0, top: 0, width, height }, paper)
  return {
    fill,
    paste: (tile, left, top) => {
      const cut = Math.min(tile.width, width - left)
      for (let y = 0; y < Math.min(tile.height, height - top); y++) {
        const row = tile.data.subarray(y * tile.width * 3, (y * tile.width + cut) * 3)
        data.set(row, ((y + top) * width + left) * 3)
      }
    },
    cross: (box, colour) => {
      for (let x = 0; x < box.width; x++) {
        const y = Math.round((x / box.width) * (box.height - 2))
        for (const top of [box.top + y, box.top + box.height - 2 - y]) {
          fill({ left: box.left + x, top, width: 1, height: 2 }, colour)
        }
      }
    },
    png: () =>
      sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false })
        .png({ compressionLevel: 6 })
        .toBuffer(),
  }
}
