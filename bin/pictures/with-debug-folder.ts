import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { type DebugImage, withDebugSink } from '../../engine/raster/debug.ts'

/**
 * Runs `work`, and writes the engine's intermediate masks, fields and pictures into a folder: PNG files numbered in the
 * order in which they were made. Without a folder it only runs `work`.
 */
export async function withDebugFolder<T>(
  folder: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (folder === undefined) return await work()
  await mkdir(folder, { recursive: true })
  const images: DebugImage[] = []
  try {
    return await withDebugSink((image) => images.push(image), work)
  } finally {
    // What was made before a failure is what somebody wants to see.
    for (const [at, image] of images.entries()) await writeImage(folder, at + 1, image)
  }
}

async function writeImage(folder: string, number: number, image: DebugImage): Promise<void> {
  const { name, width, height, channels, data } = image
  const words = name.replaceAll(/[^a-zA-Z0-9.]+/g, '-')
  const file = join(folder, `${String(number).padStart(3, '0')}-${words}.png`)
  await sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .png()
    .toFile(file)
}
