import { spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { grain } from '../engine/media/paint.ts'

/** A picture made from `grain.png` by a program of Debian: its words, after which the file is there. */
type Making = { file: string; program: string; words: readonly string[] }

const MAKINGS: readonly Making[] = [
  { file: 'avifenc.avif', program: 'avifenc', words: ['-s', '9', 'grain.png', 'avifenc.avif'] },
  {
    file: 'avifenc-444-10.avif',
    program: 'avifenc',
    words: ['-s', '9', '-d', '10', '-y', '444', 'grain.png', 'avifenc-444-10.avif'],
  },
  {
    file: 'heif-enc.heic',
    program: 'heif-enc',
    words: ['-q', '70', '-o', 'heif-enc.heic', 'grain.png'],
  },
  { file: 'heif-enc.avif', program: 'heif-enc', words: ['-A', '-o', 'heif-enc.avif', 'grain.png'] },
  { file: 'big.tif', program: 'tiffcp', words: ['-8', 'grain.tif', 'big.tif'] },
  { file: 'tiled.tif', program: 'tiffcp', words: ['-t', '-c', 'zip', 'grain.tif', 'tiled.tif'] },
  {
    file: 'ffmpeg.jpg',
    program: 'ffmpeg',
    words: ['-y', '-v', 'error', '-i', 'grain.png', 'ffmpeg.jpg'],
  },
  {
    file: 'ffmpeg.webp',
    program: 'ffmpeg',
    words: ['-y', '-v', 'error', '-i', 'grain.png', 'ffmpeg.webp'],
  },
  {
    file: 'turned.jpg',
    program: 'exiftool',
    words: ['-q', '-n', '-Orientation=6', '-o', 'turned.jpg', 'baseline.jpg'],
  },
]

/**
 * Makes pictures of many kinds in a folder, sound and damaged: with sharp, and with Debian's exiftool, avifenc,
 * heif-enc, tiffcp and ffmpeg where they are installed.
 * @returns a sentence about each program that is not
 */
export async function makePictures(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const put = (name: string, bytes: Uint8Array) => writeFile(join(folder, name), bytes)
  const picture = () => grain(900, 600)
  const jpeg = await picture().jpeg({ quality: 88 }).toBuffer()
  const middle = jpeg.length >> 1
  await put('grain.png', await picture().png().toBuffer())
  await put('grain.tif', await picture().tiff({ compression: 'lzw' }).toBuffer())
  await put('baseline.jpg', jpeg)
  await put('progressive.jpg', await picture().jpeg({ progressive: true }).toBuffer())
  await put('cmyk.jpg', await picture().toColourspace('cmyk').jpeg().toBuffer())
  await put('lossless.webp', await picture().webp({ lossless: true }).toBuffer())
  await put('lossy.webp', await picture().webp().toBuffer())
  await put('sharp.avif', await picture().avif({ effort: 0 }).toBuffer())
  await put('no-end.jpg', jpeg.subarray(0, -2))
  await put('cut.jpg', jpeg.subarray(0, middle))
  await put('cut-a-little.jpg', jpeg.subarray(0, -300))
  await put('zeros.jpg', Buffer.from(jpeg).fill(0, middle, middle + 1024))
  await put('zero-tail.jpg', Buffer.from(jpeg).fill(0, middle))
  const png = await readFile(join(folder, 'grain.png'))
  await put('cut.png', png.subarray(0, png.length >> 1))
  await put('no-end.png', png.subarray(0, -16))
  const missing = new Set<string>()
  for (const { file, program, words } of MAKINGS) {
    const { error, status } = spawnSync(program, words, { cwd: folder })
    if (error) missing.add(program)
    else if (status !== 0) missing.add(`${program} for ${file}`)
  }
  return [...missing].map((program) => `Not made: ${program} is not there or failed.`)
}
