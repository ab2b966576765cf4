import { copyFile, open } from 'node:fs/promises'
import sharp from 'sharp'
import type { TiffPage } from '../../../metadata/tiff/read-tiff-pages.ts'
import { linearToSrgb } from '../../raster/colour/lab.ts'

/** Photometric interpretations (tag 262): RGB, CIELAB with signed a* and b*, and with shifted ones (ICCLAB). */
const RGB = 2
const CIELAB = 8
const ICCLAB = 9

/** Bytes before the pixels in libvips' own format. */
const HEADER_BYTES = 64

/** Pixels that are converted at a time. */
const BLOCK_PIXELS = 1 << 18

/** D50, the white of CIELAB in files (TIFF 6.0, section 23), and from there to linear sRGB, adapted by Bradford. */
const WHITE = { x: 0.9642, z: 0.8249 } as const
const TO_RGB = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const

/** Whether a page has its colours in CIELAB. */
export function isLab({ photometric }: TiffPage): boolean {
  return photometric === CIELAB || photometric === ICCLAB
}

/**
 * A copy of a TIFF that says of a page in CIELAB that it is RGB, so that a decoder gives its samples as they are:
 * libvips refuses 8 bits, and takes 16 bits for CIELAB of D65, by which blue comes out with 34 levels of green.
 */
export async function relabelAsRgb(
  path: string,
  { photometricAt, little }: TiffPage,
  into: string,
): Promise<void> {
  await copyFile(path, into)
  const file = await open(into, 'r+')
  try {
    await file.write(Buffer.from(little ? [RGB, 0] : [0, RGB]), 0, 2, photometricAt)
  } finally {
    await file.close()
  }
}

/**
 * Decodes a relabelled page into a file of libvips' own format in sRGB, of the page's depth.
 * @param into ends in `.v`
 * @throws what the decoder throws
 */
export async function developLab(
  relabelled: string,
  page: TiffPage,
  { deep, alpha, limit }: { deep: boolean; alpha: boolean; limit: number },
  into: string,
): Promise<void> {
  await sharp(relabelled, {
    failOn: 'truncated',
    ignoreIcc: true,
    limitInputPixels: limit,
    sequentialRead: true,
    page: page.page,
    ...(page.subifd !== undefined && { tiff: { subifd: page.subifd } }),
  })
    .toColourspace(deep ? 'rgb16' : 'srgb')
    .toFile(into)
  const channels = alpha ? 4 : 3
  const pixelBytes = channels * (deep ? 2 : 1)
  const file = await open(into, 'r+')
  const block = new Uint8Array(BLOCK_PIXELS * pixelBytes)
  try {
    const end = HEADER_BYTES + page.width * page.height * pixelBytes
    for (let at = HEADER_BYTES; at < end; ) {
      const { bytesRead } = await file.read(block, 0, Math.min(block.length, end - at), at)
      if (bytesRead === 0) throw new Error('The file is shorter than its pixels.')
      const bytes = bytesRead - (bytesRead % pixelBytes)
      const part = deep ? new Uint16Array(block.buffer, 0, bytes / 2) : block.subarray(0, bytes)
      labToRgb(part, channels, page.photometric === ICCLAB)
      await file.write(block, 0, bytes, at)
      at += bytes
    }
  } finally {
    await file.close()
  }
}

/**
 * Converts samples in place from CIELAB to sRGB of the same depth; colours outside it are clipped.
 * @param isShifted whether a* and b* are shifted to begin at 0, rather than signed
 */
function labToRgb(samples: Uint8Array | Uint16Array, channels: number, isShifted: boolean): void {
  const deep = samples instanceof Uint16Array
  const [white, unit] = deep ? [65_535, 256] : [255, 1]
  // ICC's 16-bit L* of 100 is 0xff00 (ICC.1:2010, 6.3.4.2).
  const most = deep && isShifted ? 0xff00 : white
  const [middle, wrap] = [128 * unit, 256 * unit]
  const signed = (sample: number): number =>
    isShifted ? sample - middle : sample < middle ? sample : sample - wrap
  const scale = white / 255
  for (let at = 0; at + 2 < samples.length; at += channels) {
    const fy = ((samples[at]! / most) * 100 + 16) / 116
    const x = WHITE.x * cubed(fy + signed(samples[at + 1]!) / unit / 500)
    const y = cubed(fy)
    const z = WHITE.z * cubed(fy - signed(samples[at + 2]!) / unit / 200)
    for (let c = 0; c < 3; c++) {
      const [ofX, ofY, ofZ] = TO_RGB[c]!
      samples[at + c] = Math.round(scale * linearToSrgb(ofX * x + ofY * y + ofZ * z))
    }
  }
}

/** The inverse of CIELAB's f (CIE 15). */
function cubed(f: number): number {
  const cube = f * f * f
  return cube > 216 / 24_389 ? cube : (116 * f - 16) * (27 / 24_389)
}
