import { createReadStream } from 'node:fs'
import type { Sharp } from 'sharp'
import { readWebpQuality, type WebpQuality } from '../../metadata/webp/webp-quality.ts'
import { LEAST_QUALITY, nextQuality, type WebpEncoding } from './next-quality.ts'

/** The quality at which no difference is visible. */
const FINE_QUALITY = 95

/** How often a picture is encoded at most. */
const MOST_ENCODINGS = 3

/**
 * Encodes a picture as a WebP: without losses if the source has none, otherwise about as large as the source or, unless
 * it is to be alike, no more coarsely.
 * @param into the path of the file
 * @param like the path of the source, if that is a WebP
 */
export async function writeWebp(
  image: Sharp,
  into: string,
  { like, isAlike }: { like: string | undefined; isAlike: boolean },
): Promise<void> {
  const own = like === undefined ? undefined : await readWebpQuality(createReadStream(like))
  if (own?.isLossless) {
    await image.webp({ lossless: true, exact: true }).toFile(into)
  } else if (own && isAlike) {
    await writeAlike(image, into, own)
  } else {
    const quality = Math.max(FINE_QUALITY, Math.round(own?.quality ?? 0))
    await image.webp({ quality, smartSubsample: true }).toFile(into)
  }
}

async function writeAlike(image: Sharp, into: string, own: WebpQuality): Promise<void> {
  const encodings: WebpEncoding[] = []
  let quality: number | undefined = Math.max(LEAST_QUALITY, Math.round(own.quality))
  while (quality !== undefined && encodings.length < MOST_ENCODINGS) {
    await image.clone().webp({ quality }).toFile(into)
    const { bytes } = await readWebpQuality(createReadStream(into))
    encodings.push({ quality, size: Math.log(bytes / own.bytes) })
    quality = nextQuality(encodings)
  }
}
