import sharp from 'sharp'
import { toRgb } from '../engine/video/draw-walk.ts'
import { framesOf } from '../engine/video/video-bytes.ts'

/** How far two files are apart: levels of 255, and the share of samples that differ at all. */
export type PixelDifference = { most: number; mean: number; changed: number }

/** Pixels of two pictures or of all frames of two videos; a word where their sizes differ. */
export async function pixelDifference(
  one: Uint8Array,
  other: Uint8Array,
): Promise<PixelDifference | 'another size'> {
  const [before, after] = [await pixelsOf(one), await pixelsOf(other)]
  if (before.shape !== after.shape) return 'another size'
  let [most, sum, changed] = [0, 0, 0]
  for (let i = 0; i < before.data.length; i++) {
    const difference = Math.abs(before.data[i]! - after.data[i]!)
    most = Math.max(most, difference)
    sum += difference
    if (difference > 0) changed++
  }
  return { most, mean: sum / before.data.length, changed: changed / before.data.length }
}

async function pixelsOf(bytes: Uint8Array): Promise<{ shape: string; data: Uint8Array }> {
  if (String.fromCharCode(...bytes.subarray(4, 8)) === 'ftyp') return await samplesOf(bytes)
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  return { shape: `${info.width} x ${info.height} x ${info.channels}`, data }
}

async function samplesOf(video: Uint8Array): Promise<{ shape: string; data: Uint8Array }> {
  const frames = await framesOf(video)
  const shapes = frames.map(({ width, height }) => `${width} x ${height}`)
  return { shape: shapes.join(), data: Buffer.concat(frames.map((frame) => toRgb(frame))) }
}
