import sharp from 'sharp'
import { hugePng } from '../engine/media/png-chunks.ts'
import { manyScans } from './many-scans.ts'
import { animated } from './parts.ts'
import { portrait, portraitJpeg } from './portrait.ts'

/** A file the service must refuse, and how. */
export type Refused = {
  name: string
  bytes: () => Promise<Buffer> | Buffer
  /** The feature it is sent to; face-reshape where nothing is said. */
  feature?: 'body-reshape'
  error: string
  /** Part of the sentence that says why. */
  words: RegExp
}

function of(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

/** A file with the first bytes of its kind and nothing of use behind them. */
function heading(head: string): Buffer {
  return Buffer.concat([of(head), Buffer.alloc(4000, 7)])
}

function flat(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#808080' } })
}

function square(background: string): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer()
}

/** A sound picture of which a share is missing. */
function cut(format: 'jpeg' | 'png', share: number): Refused {
  return {
    name: `a ${format.toUpperCase()} cut off at ${100 * share} %`,
    bytes: async () => {
      const whole = await (await portrait()).toFormat(format).toBuffer()
      return whole.subarray(0, Math.floor(share * whole.length))
    },
    error: 'INPUT_ERROR',
    words: new RegExp(
      `^The ${format.toUpperCase()} is damaged: from row \\d+ of 480 on, as they are stored, \\d+ % of the rows are lost\\.$`,
    ),
  }
}

function kind(name: string, bytes: Refused['bytes'], called: string): Refused {
  return {
    name: `${name} that is sent as a JPEG`,
    bytes,
    error: 'INPUT_ERROR',
    words: new RegExp(`^The file is ${called}; this feature takes JPEG and PNG\\.$`),
  }
}

function oblong(width: number, height: number): Refused {
  return {
    name: `a picture of ${width} × ${height} pixels`,
    bytes: () => flat(width, height).png().toBuffer(),
    error: 'PHOTO_CHECK_INVALID',
    words: new RegExp(`${width} × ${height} pixels; the longer side may have 4096`),
  }
}

function nobody(name: string, bytes: Refused['bytes']): Refused {
  return {
    name,
    bytes,
    error: 'PHOTO_DETECTION_FAIL',
    words: /^No face was found in the picture\.$/,
  }
}

/** Two circles, two dots and a line. */
const SMILEY = of(
  '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480"><rect width="480" height="480" fill="#fff"/><circle cx="240" cy="240" r="170" fill="#ffd84a" stroke="#000" stroke-width="6"/><circle cx="180" cy="200" r="16"/><circle cx="300" cy="200" r="16"/><path d="M150 290Q240 370 330 290" fill="none" stroke="#000" stroke-width="8"/></svg>',
)

/** Noise that is the same every time. */
function noise(): Promise<Buffer> {
  let state = 12345
  const data = Buffer.from(
    Array.from({ length: 400 * 400 * 3 }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state >>> 24
    }),
  )
  return sharp(data, { raw: { width: 400, height: 400, channels: 3 } })
    .png()
    .toBuffer()
}

export const REFUSED: readonly Refused[] = [
  kind('an AVIF', async () => (await portrait()).avif({ effort: 0 }).toBuffer(), 'AVIF'),
  kind('a HEIC', () => heading('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 'HEIC'),
  kind('a TIFF', async () => (await portrait()).tiff().toBuffer(), 'TIFF'),
  kind('a PDF', () => heading('%PDF-1.7\n'), 'PDF'),
  kind('an HTML page', () => of('<!doctype html><script>alert(1)</script>'), 'HTML, a web page'),
  kind(
    'an SVG with an entity bomb, a picture from elsewhere and a script',
    () =>
      of(
        `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "${'ha'.repeat(500)}"><!ENTITY b "${'&a;'.repeat(50)}">]><svg xmlns="http://www.w3.org/2000/svg" width="480" height="480"><image href="http://169.254.169.254/"/><script>alert(1)</script><text>${'&b;'.repeat(50)}</text></svg>`,
      ),
    'SVG',
  ),
  kind(
    'an animated WebP',
    async () =>
      await sharp(await Promise.all(['#ff0000', '#00ff00'].map(square)), {
        join: { animated: true },
      })
        .webp()
        .toBuffer(),
    'WebP',
  ),
  kind('a WebP', async () => (await portrait()).webp().toBuffer(), 'WebP'),
  kind(
    'a GIF with a Java archive behind it',
    async () => Buffer.concat([await (await portrait()).gif().toBuffer(), of('PK\x03\x04\x14\0')]),
    'GIF',
  ),
  kind(
    'an animated GIF',
    async () => {
      const frames = await Promise.all(['#ff0000', '#00ff00'].map(square))
      return await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer()
    },
    'GIF',
  ),
  {
    name: 'a PNG with an animation of 10,000 frames',
    bytes: async () => animated(await (await portrait()).png().toBuffer(), 10_000),
    error: 'INPUT_ERROR',
    words: /^The file is an animation; one still picture is accepted\.$/,
  },
  {
    name: 'a PNG whose name and type say JPEG and whose first bytes say JPEG too',
    bytes: async () =>
      Buffer.concat([of('\xff\xd8\xff\xe0'), await (await portrait()).png().toBuffer()]),
    error: 'INPUT_ERROR',
    words: /^The JPEG header is damaged\.$|^The file starts like JPEG but is none\.$/,
  },
  cut('jpeg', 0.5),
  cut('jpeg', 0.9),
  cut('png', 0.5),
  cut('png', 0.9),
  {
    name: 'a PNG of 30,000 × 30,000 pixels in a few hundred bytes',
    bytes: () => Buffer.from(hugePng(30_000, 30_000)),
    error: 'PHOTO_CHECK_INVALID',
    words: /30000 × 30000 pixels/,
  },
  oblong(1, 20_000),
  oblong(20_000, 1),
  nobody('a picture of one pixel', () => flat(1, 1).png().toBuffer()),
  nobody('a picture of 1 × 4,096 pixels', () => flat(1, 4096).png().toBuffer()),
  nobody('a picture of 4,096 × 1 pixels', () => flat(4096, 1).jpeg().toBuffer()),
  {
    name: 'a picture of one pixel for bodies',
    bytes: () => flat(1, 1).png().toBuffer(),
    feature: 'body-reshape',
    error: 'PHOTO_CHECK_INVALID',
    words: /1 × 1 pixels; the shorter side needs 320/,
  },
  nobody('noise', noise),
  nobody('a smiley', () => sharp(SMILEY).removeAlpha().png().toBuffer()),
  {
    name: 'a progressive JPEG of 2,646 scans',
    bytes: async () => manyScans(4096),
    error: 'INPUT_ERROR',
    words: /^The JPEG has more than 100 scans\.$/,
  },
  {
    name: 'a face that is turned too far',
    bytes: () => portraitJpeg({ tilt: 40, scale: 3 }),
    error: 'PHOTO_CHECK_INVALID',
    words: /tilted to the person’s own .* Straighten the head/,
  },
]
