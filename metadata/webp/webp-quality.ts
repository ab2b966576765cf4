import { readBytes } from '../byte-reader.ts'
import type { ByteSource } from '../byte-source.ts'
import { createBoolDecoder } from './bool-decoder.ts'
import { WEBP_HEAD } from './webp-chunks.ts'

/** Bytes of a VP8 frame before its coded header, and of it that tell how it is quantised (RFC 6386, 9.1 to 9.6). */
const FRAME_HEAD = 10
const FRAME_BYTES = 256

/** Where a key frame has its start code, and the code. */
const START_CODE = { at: 3, is: 0x9d012a } as const

/** The coarsest quantiser. */
const COARSEST = 127

/** Taken where a frame cannot be read: at it no difference is visible. */
const UNREAD = 95

/** How a WebP was compressed. */
export type WebpQuality = {
  isLossless: boolean
  /** 0–100 as libwebp counts it; 95 where none can be read. */
  quality: number
  /** How many the pixels without their alpha take; 0 where none are found. */
  bytes: number
}

/** Reads how a WebP was compressed, so that it can be compressed again alike. */
export async function readWebpQuality(bytes: ByteSource): Promise<WebpQuality> {
  const reader = readBytes(bytes)
  try {
    await reader.take(WEBP_HEAD)
    for (;;) {
      const head = await reader.take(8)
      if (head.length < 8) return { isLossless: false, quality: UNREAD, bytes: 0 }
      const type = head.toString('latin1', 0, 4)
      const size = head.readUInt32LE(4)
      if (type === 'VP8L') return { isLossless: true, quality: 100, bytes: size }
      if (type === 'VP8 ') {
        const quality = frameQuality(await reader.take(FRAME_BYTES))
        return { isLossless: false, quality, bytes: size }
      }
      for await (const _ of reader.pass(size + (size % 2)));
    }
  } finally {
    await reader.close()
  }
}

/**
 * libwebp gives each of up to four segments its own quantiser: the finer, the harder its detail hides what is lost. By
 * their shares of the picture, the logarithms of what they keep have the mean that the quality asks for.
 */
function frameQuality(frame: Buffer): number {
  if (frame.length <= FRAME_HEAD || frame.readUIntBE(START_CODE.at, 3) !== START_CODE.is) {
    return UNREAD
  }
  let kept = 0
  for (const { quantiser, share } of segmentsOf(frame.subarray(FRAME_HEAD))) {
    const clipped = Math.min(COARSEST, Math.max(0, quantiser))
    // Half a step, so that the coarsest has a logarithm.
    kept += share * Math.log(Math.max(0.5, COARSEST - clipped) / COARSEST)
  }
  // As libwebp's QualityToCompression, the other way round.
  const cubed = Math.exp(3 * kept)
  return 100 * (cubed < 0.5 ? 1.5 * cubed : (1 + cubed) / 2)
}

/** The quantisers of a frame, and the share of its blocks that each is for (RFC 6386, 9.2 to 9.6, 19.2). */
function segmentsOf(coded: Uint8Array): { quantiser: number; share: number }[] {
  const { literal, optional } = createBoolDecoder(coded)
  const four = (read: () => number): number[] => Array.from({ length: 4 }, read)
  // Colour space and clamping.
  literal(2)
  let quantisers: number[] | undefined
  let isAbsolute = false
  let tree = [1, 1, 1]
  if (literal(1)) {
    const hasMap = literal(1)
    if (literal(1)) {
      isAbsolute = literal(1) === 1
      quantisers = four(() => optional(7))
      four(() => optional(6))
    }
    if (hasMap) tree = tree.map(() => (literal(1) ? literal(8) / 255 : 1))
  }
  // The loop filter: its kind, level and sharpness, and what it is by reference frames and modes.
  literal(10)
  if (literal(1) && literal(1)) for (let n = 0; n < 8; n++) optional(6)
  // The number of partitions.
  literal(2)
  const base = literal(7)
  if (!quantisers) return [{ quantiser: base, share: 1 }]
  const [upper, left, right] = tree as [number, number, number]
  const shares = [upper * left, upper * (1 - left), (1 - upper) * right, (1 - upper) * (1 - right)]
  return quantisers.map((own, n) => ({
    quantiser: isAbsolute ? own : base + own,
    share: shares[n]!,
  }))
}
