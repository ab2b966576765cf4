import type { Metadata } from 'sharp'
import { Fault } from '../../catalog/failures/fault.ts'
import type { PictureFormat } from '../../catalog/features/feature.ts'
import { countScans } from '../../metadata/jpeg/count-scans.ts'
import { isAnimatedPng } from '../../metadata/png/is-animated-png.ts'
import { readResolution } from '../../metadata/resolution/read-resolution.ts'
import { type Resolution, uprightResolution } from '../../metadata/tiff/resolution.ts'
import { createHeaderReader } from './decoder.ts'

/** Size of the picture in pixels, after its EXIF orientation is applied. */
export type Header = {
  width: number
  height: number
  /** Whether that turns or mirrors the pixels. */
  isTurned: boolean
  /** Scans of a JPEG, each a pass of the decoder over the picture; 1 for other formats. */
  scans: number
  /** Of the upright picture, as the file states it; undefined where it states none. */
  resolution: Resolution | undefined
  /** Whether it has a gain map for high dynamic range. */
  gainMap: boolean
  /** The file's ICC profile, and colour space, depth and channels as the library has them. */
  colours: Pick<Metadata, 'icc' | 'space' | 'depth' | 'channels'>
}

/** The most scans of a JPEG. Encoders write about ten; a custom scan script may define several dozen. */
const MAX_SCANS = 100

/**
 * Reads a file's header without decoding pixels.
 * @param format the format by signature; the decoding library must find the same
 * @throws Fault `unreadable` for a damaged header, another format, an animation, or too many scans
 */
export async function readHeader(bytes: Uint8Array, format: PictureFormat): Promise<Header> {
  const header = await metadata(bytes, format)
  const { autoOrient } = header
  if (header.format !== format) {
    throw new Fault('unreadable', `The file starts like ${format.toUpperCase()} but is none.`)
  }
  if (format === 'png' && isAnimatedPng(bytes)) {
    throw new Fault('unreadable', 'The file is an animation; one still picture is accepted.')
  }
  const scans = format === 'jpeg' ? countScans(bytes, MAX_SCANS) : 1
  if (scans > MAX_SCANS) {
    throw new Fault('unreadable', `The JPEG has more than ${MAX_SCANS} scans.`)
  }
  const { width, height } = autoOrient
  const isTurned = (header.orientation ?? 1) !== 1
  const { icc, space, depth, channels } = header
  const colours = { icc, space, depth, channels }
  const resolution = uprightResolution(await readResolution(bytes), header.orientation)
  const gainMap = header.gainMap !== undefined
  return { width, height, isTurned, scans, resolution, gainMap, colours }
}

async function metadata(bytes: Uint8Array, format: PictureFormat): Promise<Metadata> {
  try {
    return await createHeaderReader(bytes).metadata()
  } catch (cause) {
    throw new Fault('unreadable', `The ${format.toUpperCase()} header is damaged.`, { cause })
  }
}
