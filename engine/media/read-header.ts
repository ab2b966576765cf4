import type { Metadata } from 'sharp'
import { Fault } from '../../catalog/fault.ts'
import type { PictureFormat } from '../../catalog/feature.ts'
import { countScans } from './count-scans.ts'
import { createHeaderReader } from './decoder.ts'
import { isAnimatedPng } from './is-animated-png.ts'

/** Size of the picture as it is shown: upright, in pixels. */
export type Header = {
  width: number
  height: number
  /** How often a decoder walks through a JPEG; 1 for other formats. */
  scans: number
}

/** Encoders write about ten; somebody's own scan script may write some dozens. */
const MAX_SCANS = 100

/**
 * Reads a file's header, no pixels.
 * @param format what `sniff` said; the decoding library must agree
 * @throws Fault `unreadable` for a broken header, a disagreement, an animation, or too many scans
 */
export async function readHeader(bytes: Uint8Array, format: PictureFormat): Promise<Header> {
  const header = await metadata(bytes, format)
  const { autoOrient } = header
  if (header.format !== format) {
    throw new Fault('unreadable', `The file starts like ${format.toUpperCase()} but is none.`)
  }
  if ((header.pages ?? 1) > 1 || (format === 'png' && isAnimatedPng(bytes))) {
    throw new Fault('unreadable', 'The file is an animation; one still picture is accepted.')
  }
  const scans = format === 'jpeg' ? countScans(bytes, MAX_SCANS) : 1
  if (scans > MAX_SCANS) {
    throw new Fault('unreadable', `The JPEG has more than ${MAX_SCANS} scans.`)
  }
  return { width: autoOrient.width, height: autoOrient.height, scans }
}

async function metadata(bytes: Uint8Array, format: PictureFormat): Promise<Metadata> {
  try {
    return await createHeaderReader(bytes).metadata()
  } catch (cause) {
    throw new Fault('unreadable', `The ${format.toUpperCase()} header is damaged.`, { cause })
  }
}
