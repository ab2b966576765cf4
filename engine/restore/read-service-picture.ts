import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { Fault } from '../../catalog/failures/fault.ts'
import { readJpegQuality } from '../../metadata/jpeg/jpeg-quality.ts'
import type { Size } from '../geometry/size.ts'
import { createDecoder } from '../media/decoder.ts'
import { decodingFault } from '../media/decoding-fault.ts'
import { withinMemory } from '../media/within-memory.ts'
import { storedSize, toStoredOrientation } from '../prepare/orientation.ts'
import { luminance } from '../raster/colour/lab.ts'
import { MAX_RATIO_CHANGE } from './tuning.ts'

/** The channels of a picture as planes of 0–1, in the colours of the source's profile. */
export type Planes = Size & { channels: Float32Array[] }

/** What was sent and what came back, as the pixels of the source's file lie. */
export type ServicePictures = {
  /** What the service would have returned unchanged: what was sent, compressed as the returned file is. */
  sent: Planes
  returned: Planes
  /** The squared difference of lightness, by pixel, that compressing made. */
  noise: Float32Array
}

/** How the source's pixels are stored: their profile, where it is not sRGB, and their channels. */
export type StoredColours = {
  /** A file with the profile to convert to, which is grey where the channels are. */
  profilePath: string | undefined
  grey: boolean
  alpha: boolean
  orientation: number
}

/**
 * Reads what was sent and what came back. A returned picture of another size is scaled to that of the sent one.
 * @throws Fault `unreadable` for a returned file that cannot be decoded, `ratio` where it has other proportions
 */
export async function readServicePictures(
  paths: { sent: string; returned: string },
  { width, height }: Size,
  colours: StoredColours,
): Promise<ServicePictures> {
  const [sentFile, returnedFile] = await Promise.all([
    readFile(paths.sent),
    readFile(paths.returned),
  ])
  const { autoOrient } = await sharp(returnedFile)
    .metadata()
    .catch((cause: unknown) => {
      throw new Fault('unreadable', 'The returned file is no picture.', { cause })
    })
  const change = (autoOrient.width * height) / (autoOrient.height * width)
  if (Math.abs(Math.log(change)) > MAX_RATIO_CHANGE) {
    throw new Fault(
      'ratio',
      `The service returned ${autoOrient.width} × ${autoOrient.height} pixels for ${width} × ${height}.`,
    )
  }
  const size = { width, height }
  const own = await readPlanes(sentFile, size, colours)
  const unchanged = await compressAlike(sentFile, returnedFile, size)
  const sent = unchanged ? await readPlanes(unchanged, size, colours) : own
  const returned = await readPlanes(returnedFile, size, colours)
  const [before, after] = [lightness(own), lightness(sent)]
  return { sent, returned, noise: before.map((level, at) => (level - after[at]!) ** 2) }
}

/** Lightness of 0–1 from the colour channels, by ITU-R BT.709; that of a grey picture is its level. */
export function lightness({ channels }: Planes): Float32Array {
  const [red, green, blue] = channels
  if (!green || !blue) return red!.slice()
  return red!.map((level, at) => luminance(level, green[at]!, blue[at]!))
}

/** What was sent, compressed as the returned JPEG is; undefined where the returned file loses nothing. */
async function compressAlike(
  sent: Buffer,
  returned: Buffer,
  { width, height }: Size,
): Promise<Buffer | undefined> {
  if (returned[0] !== 0xff || returned[1] !== 0xd8) return undefined
  const { quality, subsampled } = readJpegQuality(returned)
  return await withinMemory(sent, () =>
    createDecoder(sent, 'none')
      .resize(width, height, { fit: 'fill' })
      .flatten({ background: 'white' })
      .jpeg({ quality, chromaSubsampling: subsampled ? '4:2:0' : '4:4:4' })
      .toBuffer(),
  )
}

async function readPlanes(
  file: Buffer,
  upright: Size,
  { profilePath, grey, alpha, orientation }: StoredColours,
): Promise<Planes> {
  const image = createDecoder(file, 'none').autoOrient().resize(upright.width, upright.height, {
    fit: 'fill',
  })
  const coloured = profilePath ? image.withIccProfile(profilePath) : image
  const { data, info } = await withinMemory(file, () =>
    (alpha ? coloured.ensureAlpha() : coloured.removeAlpha())
      // Converting to a grey profile, it takes colours.
      .toColourspace(grey && !profilePath ? 'b-w' : 'srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  ).catch((cause: unknown) => {
    throw decodingFault(cause, 'The returned file is damaged or cut off.')
  })
  const stored = toStoredOrientation(new Uint8Array(data), upright, info.channels, orientation)
  const size = storedSize(upright, orientation)
  const channels = Array.from({ length: info.channels }, (_, c) => {
    const plane = new Float32Array(size.width * size.height)
    for (let i = 0, at = c; i < plane.length; i++, at += info.channels) plane[i] = stored[at]! / 255
    return plane
  })
  return { ...size, channels }
}
