import type { Mask, Picture } from '../../../engine/raster/picture.ts'

/** Of the picture and the mask. */
export const SIZE = { width: 300, height: 200 }
const HOLE = { left: 125, top: 75, width: 50, height: 50 }

/** A smooth gradient. */
export const picture: Picture = { ...SIZE, data: new Uint8ClampedArray(4 * 300 * 200) }
for (let i = 0; i < 300 * 200; i++) {
  picture.data.set([60 + (i % 300) / 4, 90, 110 - Math.floor(i / 300) / 4, 255], 4 * i)
}

/** A square in its middle. */
export const replace: Mask = { ...SIZE, data: new Uint8Array(300 * 200) }
for (let y = 75; y < 125; y++) replace.data.fill(255, y * 300 + 125, y * 300 + 175)

/** The colour of a pixel. */
export function at({ width, data }: Picture, x: number, y: number): number[] {
  return [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3)]
}

/** Whether the mask is 255 at a pixel. */
export function inHole(i: number): boolean {
  const [x, y] = [i % 300, Math.floor(i / 300)]
  return x >= HOLE.left && x < HOLE.left + 50 && y >= HOLE.top && y < HOLE.top + 50
}
