import type { Metadata } from 'sharp'

/** What a file's header says of its pixels. */
export type DecodingFacts = Pick<
  Metadata,
  'format' | 'width' | 'height' | 'channels' | 'depth' | 'isProgressive' | 'orientation'
>

/** Bytes a pixel of what decoding gives: RGBA. */
const RESULT = 4

/**
 * The bytes of memory that decoding a picture takes at most, by its header. A decoder that gives rows as it reads holds
 * the result alone. What holds the whole picture beside it, in bytes a pixel (measured at 24 megapixels, as the peak of
 * the process less what it had before): an interlaced PNG its own pixels (16 bits with alpha: 12.2 in all, 8 bits:
 * 8.1), a progressive JPEG its coefficients (7.5 in all at half the colour resolution, 6 more at the whole), WebP 9
 * (13.0 in all), a HEIC file planes and copies of two processes' worth (libheif's planes of up to 16 bits, its RGBA,
 * what crosses threads, and the file for the next decoder).
 */
export function decodingBytes(facts: DecodingFacts): number {
  const { width = 0, height = 0, orientation } = facts
  const stored = (facts.channels ?? 4) * (facts.depth === 'uchar' ? 1 : 2)
  // Sides that change places are turned in memory.
  const turned = orientation !== undefined && orientation > 4 ? stored : 0
  return width * height * (RESULT + heldBy(facts, stored) + turned)
}

function heldBy({ format, isProgressive }: DecodingFacts, stored: number): number {
  if (format === 'heif') return 18
  if (format === 'webp') return 9
  if (!isProgressive) return 0
  return format === 'jpeg' ? 6 : stored
}
