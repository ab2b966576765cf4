import { createReadStream } from 'node:fs'
import type { Sharp } from 'sharp'
import { readWebpQuality, type WebpQuality } from '../../metadata/webp/webp-quality.ts'
import { WEBP_LEAST_SIZE, WEBP_SLOPE } from './tuning.ts'

/** The quality at which no difference is visible, and the least one, for what changed. */
const FINE_QUALITY = 95
const LEAST_QUALITY = 40

/** How often a picture is encoded at most. */
const MOST_ENCODINGS = 3

/** An encoding: its quality, and the logarithm of its bytes' ratio to those of the source. */
type Encoding = { quality: number; size: number }

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
  const encodings: Encoding[] = []
  let quality: number | undefined = Math.max(LEAST_QUALITY, Math.round(own.quality))
  while (quality !== undefined && encodings.length < MOST_ENCODINGS) {
    await image.clone().webp({ quality }).toFile(into)
    const { bytes } = await readWebpQuality(createReadStream(into))
    encodings.push({ quality, size: Math.log(bytes / own.bytes) })
    quality = nextQuality(encodings)
  }
}

/** The quality that should come as near as possible; undefined where the last one is near enough. */
function nextQuality(encodings: readonly Encoding[]): number | undefined {
  const [last, before] = encodings.toReversed() as [Encoding, Encoding?]
  // What is new in a picture may make it larger, at first; what was encoded more finely should not.
  const isLarge = before !== undefined && last.size > -Math.log(WEBP_LEAST_SIZE)
  if (last.size >= Math.log(WEBP_LEAST_SIZE) && !isLarge) return undefined
  const slope = before
    ? Math.max(WEBP_SLOPE / 2, (last.size - before.size) / (last.quality - before.quality))
    : WEBP_SLOPE
  const next = Math.round(last.quality - last.size / slope)
  const clipped = Math.min(100, Math.max(LEAST_QUALITY, next))
  return clipped === last.quality ? undefined : clipped
}
