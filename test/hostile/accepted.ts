import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { rgbProfile } from '../engine/media/rgb-profile.ts'
import { pngChunk, withChunks, withSegments } from './parts.ts'
import { portrait, portraitJpeg, WALL } from './portrait.ts'
import { ycck } from './ycck.ts'

/** A file the service must work on, and the colour the wall beside the face must have in the result. */
export type Accepted = {
  name: string
  bytes: () => Promise<Buffer>
  format: 'jpeg' | 'png'
  wall: { r: number; g: number; b: number }
  /** Levels a channel may be off. */
  within: number
  /** The profile the result must carry; sRGB's where nothing is said. */
  profile?: Buffer
}

const GREY = Math.round(0.2126 * WALL.r + 0.7152 * WALL.g + 0.0722 * WALL.b)

const GREY_WALL = { r: GREY, g: GREY, b: GREY }

function png(
  name: string,
  make: (face: Sharp) => Sharp | Promise<Sharp>,
  wall: Accepted['wall'] = WALL,
  within = 3,
): Accepted {
  return {
    name,
    bytes: async () => await (await make(await portrait())).toBuffer(),
    format: 'png',
    wall,
    within,
  }
}

function tail(name: string, format: 'jpeg' | 'png', end: string): Accepted {
  return {
    name,
    bytes: async () => {
      const face = await portrait()
      const whole = await (format === 'png' ? face.png() : face.jpeg({ quality: 92 })).toBuffer()
      return Buffer.concat([whole, Buffer.from(end.repeat(200), 'latin1')])
    },
    format,
    wall: WALL,
    within: 3,
  }
}

/** What stands behind the picture and must not stand in any result. */
export const TAIL = 'stowaway'

/** CMYK as sharp writes it is Adobe's, inverted, with its marker: 0 says CMYK and 2 says YCCK. */
async function cmyk(): Promise<Buffer> {
  return await (await portrait()).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()
}

function bytesOf(text: string, length = 0): Buffer {
  return Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(length, `${TAIL} `)])
}

/** Everything a camera and an editor may leave in a JPEG: place, thumbnail, captions, and nine megabytes of them. */
async function talkative(): Promise<Buffer> {
  const place = { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' }
  const jpeg = await (await portrait())
    .withExif({ IFD0: { Copyright: TAIL, Model: TAIL }, IFD3: place })
    .jpeg({ quality: 92 })
    .toBuffer()
  if (!jpeg.includes(TAIL)) throw new Error('The EXIF data is not in the file.')
  return withSegments(jpeg, [
    { marker: 0xe1, body: bytesOf('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>', 60_000) },
    { marker: 0xe1, body: Buffer.concat([bytesOf('Exif\0\0II*\0'), await portraitJpeg()]) },
    { marker: 0xed, body: bytesOf('Photoshop 3.0\0', 2000) },
    { marker: 0xfe, body: bytesOf('', 9_000_000) },
  ])
}

async function talkativePng(): Promise<Buffer> {
  return withChunks(await (await portrait()).png().toBuffer(), [
    pngChunk('tEXt', bytesOf(`Comment\0${TAIL}`)),
    pngChunk('zTXt', Buffer.concat([bytesOf('Secret\0\0'), deflateSync(bytesOf('', 4_000_000))])),
    pngChunk('iTXt', bytesOf(`XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta>${TAIL}`)),
    pngChunk('eXIf', bytesOf('II*\0\x08\0\0\0\0\0\0\0\0\0', 400)),
  ])
}

/** A colour profile that is none, or the same with five megabytes behind it that take a few thousand in the file. */
async function profiled(profile: Buffer): Promise<Buffer> {
  return withChunks(await (await portrait()).png().toBuffer(), [
    pngChunk('iCCP', Buffer.concat([bytesOf('icc\0\0'), deflateSync(profile)])),
  ])
}

function plain(name: string, format: 'jpeg' | 'png', bytes: Accepted['bytes']): Accepted {
  return {
    name,
    bytes,
    format,
    wall: WALL,
    within: 3,
  }
}

/** The face as a camera set to another colour space would write it, its values converted. */
function spaced(name: Parameters<typeof rgbProfile>[0]): Accepted {
  const profile = rgbProfile(name)
  return {
    ...plain(`a JPEG in ${name}`, 'jpeg', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'hostile-'))
      try {
        await writeFile(join(folder, 'own.icc'), profile)
        const face = (await portrait()).withIccProfile(join(folder, 'own.icc'))
        return await face.jpeg({ quality: 95 }).toBuffer()
      } finally {
        await rm(folder, { recursive: true })
      }
    }),
    profile,
  }
}

export const ACCEPTED: readonly Accepted[] = [
  tail('a JPEG with a ZIP behind it', 'jpeg', `PK\x03\x04${TAIL}`),
  tail('a JPEG with a page behind it', 'jpeg', `<script>${TAIL}</script>`),
  tail('a PNG with a page behind it', 'png', `<script>${TAIL}</script>`),
  { name: 'a JPEG in CMYK', bytes: cmyk, format: 'jpeg', wall: WALL, within: 8 },
  {
    name: 'a JPEG in YCCK',
    bytes: async () => await ycck(await portrait()),
    format: 'jpeg',
    wall: WALL,
    within: 8,
  },
  plain('a progressive JPEG', 'jpeg', async () =>
    (await portrait()).jpeg({ progressive: true, quality: 92 }).toBuffer(),
  ),
  ...(['Adobe RGB', 'ProPhoto'] as const).map((name) => spaced(name)),
  {
    name: 'a JPEG in Display P3',
    bytes: async () => await (await portrait()).withIccProfile('p3').jpeg().toBuffer(),
    format: 'jpeg',
    wall: WALL,
    within: 3,
  },
  png('a PNG in Display P3 of 16 bits', (face) =>
    face.toColourspace('rgb16').withIccProfile('p3').png(),
  ),
  png('a PNG of 16 bits', (face) => face.toColourspace('rgb16').png()),
  png('a grey PNG', (face) => face.toColourspace('b-w').png(), GREY_WALL, 6),
  png('a grey PNG of 16 bits', (face) => face.toColourspace('grey16').png(), GREY_WALL, 6),
  png(
    'a grey PNG with alpha',
    async (face) => {
      const grey = await face.toColourspace('b-w').raw().toBuffer()
      const two = Buffer.alloc(grey.length * 2, 255)
      for (const [at, value] of grey.entries()) two[at * 2] = value
      return sharp(two, { raw: { width: 400, height: 480, channels: 2 } }).png()
    },
    GREY_WALL,
    6,
  ),
  png(
    'a PNG with a palette and transparency in it',
    async (face) => {
      const { data } = await face.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
      const cleared = data.map((value, at) => (at % 4 === 3 && at > data.length - 8000 ? 0 : value))
      const holed = sharp(cleared, { raw: { width: 400, height: 480, channels: 4 } })
      return holed.png({ palette: true, colours: 256, dither: 0 })
    },
    WALL,
    10,
  ),
  plain('a JPEG with a place, a thumbnail and nine megabytes of captions', 'jpeg', talkative),
  plain('a PNG with captions and a place', 'png', talkativePng),
  plain('a PNG with a broken colour profile', 'png', () => profiled(bytesOf('', 300))),
  plain('a PNG with a colour profile of five megabytes', 'png', () => profiled(bytesOf('', 5e6))),
]
