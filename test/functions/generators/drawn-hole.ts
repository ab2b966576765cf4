import type { Mask, Picture } from '../../../engine/raster/picture.ts'

/** Of the picture and the mask. */
export const SIZE = { width: 600, height: 400 }
const HOLE = { left: 250, top: 150, width: 100, height: 100 }

/** A smooth gradient. */
export const picture: Picture = { ...SIZE, data: new Uint8ClampedArray(4 * 600 * 400) }
for (let i = 0; i < 600 * 400; i++) {
  picture.data.set([60 + (i % 600) / 8, 90, 110 - Math.floor(i / 600) / 8, 255], 4 * i)
}

/** A square in its middle. */
export const replace: Mask = { ...SIZE, data: new Uint8Array(600 * 400) }
for (let y = 150; y < 250; y++) replace.data.fill(255, y * 600 + 250, y * 600 + 350)

/** The colour of a pixel. */
export function at({ width, data }: Picture, x: number, y: number): number[] {
  return [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3)]
}

/** Whether the mask is 255 at a pixel. */
export function inHole(i: number): boolean {
  const [x, y] = [i % 600, Math.floor(i / 600)]
  return x >= HOLE.left && x < HOLE.left + 100 && y >= HOLE.top && y < HOLE.top + 100
}
