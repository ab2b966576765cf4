import { Fault } from '../../catalog/failures/fault.ts'
import type { PictureFormat } from '../../catalog/features/feature.ts'
import { readBytes } from '../../metadata/byte-reader.ts'
import type { ByteSource } from '../../metadata/byte-source.ts'
import type { StatedColours } from '../../metadata/icc/code-points.ts'
import { SIGNATURE_BYTES, takeChunksBeforePixels } from '../../metadata/png/png-chunks.ts'
import { pngColours } from '../../metadata/png/png-colours.ts'
import { replacePngColours } from '../../metadata/png/replace-png-colours.ts'

/**
 * Refuses high dynamic range: there is no one way to show it in sRGB, and shown as it is stored it is grey and dark.
 * @param condition under which the reader of the file refuses
 * @throws Fault
 */
export function requireStandardRange(
  stated: StatedColours | undefined,
  condition: 'unreadable' | 'unsupported',
): asserts stated is 'srgb' | { profile: Buffer } | undefined {
  if (stated !== 'PQ' && stated !== 'HLG') return
  throw new Fault(
    condition,
    `The picture is in high dynamic range (${stated}); save it in standard range (SDR) first.`,
  )
}

/** The colours that a PNG states in other ways than by a profile, as {@link pngColours} has them. */
export async function statedInPng(bytes: ByteSource): Promise<StatedColours | undefined> {
  const reader = readBytes(bytes)
  try {
    await reader.take(SIGNATURE_BYTES)
    return pngColours(await takeChunksBeforePixels(reader))
  } finally {
    await reader.close()
  }
}

/**
 * A file that states its colours by an ICC profile or is sRGB, which is all that the library reads: a PNG that states
 * them otherwise has the same pixels under a profile that says the same. Other files are returned as they are.
 * @throws Fault `unreadable` for high dynamic range
 */
export async function withStatedProfile(
  bytes: Uint8Array,
  format: PictureFormat,
): Promise<Uint8Array> {
  if (format !== 'png') return bytes
  const stated = await statedInPng(bytes)
  requireStandardRange(stated, 'unreadable')
  if (stated === undefined) return bytes
  const profile = stated === 'srgb' ? undefined : stated.profile
  const parts: Uint8Array[] = []
  for await (const part of replacePngColours(bytes, profile)) parts.push(part)
  return Buffer.concat(parts)
}
