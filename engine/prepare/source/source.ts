import type { Resolution } from '../../../metadata/tiff/resolution.ts'
import type { CheckedFile } from '../../media/check-file.ts'

/** The most pixels of a source. No camera in the hand makes more. */
export const MAX_SOURCE_PIXELS = 120_000_000

/** What can be read, by the first bytes of a file. */
export const READABLE = ['jpeg', 'png', 'webp', 'avif', 'tiff', 'heic'] as const

export type SourceFormat = (typeof READABLE)[number]

/** A source file of any format that can be read. No pixel is decoded yet. */
export type Source = {
  /** The file that `decodeSource` reads. */
  path: string
  format: SourceFormat
  /** Pixels of the upright picture. */
  width: number
  height: number
  bytes: number
  bitDepth: 8 | 16
  /** The EXIF orientation, 1–8. */
  orientation: number
  alpha: boolean
  grey: boolean
  /** How the pixels are stored: a profile, or sRGB without one. That of inks is none to write a result in. */
  profile: Buffer | undefined
  /** Whether they are stored as inks (CMYK, YCCK); the rest is then said of what they are converted to, sRGB. */
  inks: boolean
  /** The name of the profile that the file came with, or of one that says what it states otherwise. */
  profileName: string | null
  exif: Buffer | undefined
  /** Which of the pictures in the file is meant, where that is not the first. */
  page?: PageOptions
  /** As the file states it; undefined where it states none. */
  resolution: Resolution | undefined
  /** Whether a gain map beside it makes it a picture of high dynamic range. It is passed over. */
  gainMap: boolean
  /** All decoding goes through it. */
  check: CheckedFile
}

/** How sharp is told which picture of a file is read. */
export type PageOptions = { page: number; tiff?: { subifd: number } }
