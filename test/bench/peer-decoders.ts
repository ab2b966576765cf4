import { execFile, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { sniffFormat } from '../../catalog/files/sniff-format.ts'
import type { Picture } from '../../engine/raster/picture.ts'

/** Another decoder: its name and how it decodes a file upright; undefined for kinds that are none of its. */
export type Peer = {
  name: string
  decode(path: string, bytes: Buffer): Promise<Picture | undefined>
}

/** The most bytes that ffmpeg may give: 120 megapixels. */
const MOST_BYTES = 500_000_000

/** The decoders of this machine beside ours. */
export function peerDecoders(): Peer[] {
  const ffmpeg = process.env['DARKROOM_FFMPEG'] ?? 'ffmpeg'
  const hasFfmpeg = spawnSync(ffmpeg, ['-version']).status === 0
  return [
    { name: 'sharp', decode: decodeBySharp },
    { name: 'libheif', decode: decodeByLibheif },
    ...(hasFfmpeg
      ? [{ name: 'ffmpeg', decode: (path: string) => decodeByFfmpeg(ffmpeg, path) }]
      : []),
  ]
}

/** As people call sharp: with its defaults, but without its strictness. */
async function decodeBySharp(path: string): Promise<Picture> {
  const { data, info } = await sharp(path, { failOn: 'none', limitInputPixels: false })
    .autoOrient()
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return pictureOf(info.width, info.height, data)
}

type Libheif = () => {
  HeifDecoder: new () => {
    decode(bytes: Uint8Array): {
      is_primary(): boolean
      get_width(): number
      get_height(): number
      display(into: Picture, done: (shown: Picture | null) => void): void
    }[]
  }
}

async function decodeByLibheif(_: string, bytes: Buffer): Promise<Picture | undefined> {
  // The build of npm has no decoder of AVIF.
  if (sniffFormat(bytes) !== 'heic') return undefined
  const require = createRequire(import.meta.url)
  const libheif = require('libheif-js/wasm-bundle') as unknown as Libheif | ReturnType<Libheif>
  const { HeifDecoder } = typeof libheif === 'function' ? libheif() : libheif
  const images = new HeifDecoder().decode(bytes)
  const image = images.find((each) => each.is_primary()) ?? images[0]
  if (!image) throw new Error('no picture')
  const [width, height] = [image.get_width(), image.get_height()]
  const into = { width, height, data: new Uint8ClampedArray(width * height * 4) }
  return await new Promise((done, fail) => {
    image.display(into, (shown) => (shown ? done(into) : fail(new Error('no pixels'))))
  })
}

async function decodeByFfmpeg(ffmpeg: string, path: string): Promise<Picture> {
  const words = ['-v', 'error', '-i', path, '-frames:v', '1', '-pix_fmt', 'rgba']
  const { stdout } = await promisify(execFile)(
    ffmpeg,
    [...words, '-c:v', 'pam', '-f', 'image2pipe', '-'],
    { encoding: 'buffer', maxBuffer: MOST_BYTES },
  )
  const end = stdout.indexOf('ENDHDR\n') + 7
  const head = stdout.toString('latin1', 0, end)
  const [, width] = /WIDTH (\d+)/.exec(head) ?? []
  const [, height] = /HEIGHT (\d+)/.exec(head) ?? []
  return pictureOf(Number(width), Number(height), stdout.subarray(end))
}

function pictureOf(width: number, height: number, data: Buffer): Picture {
  const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, width * height * 4)
  return { width, height, data: pixels }
}
