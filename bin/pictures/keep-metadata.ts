import { createReadStream } from 'node:fs'
import { embedMetadata } from '../../metadata/exif/embed-metadata.ts'
import { isAnyKept, keptMetadata, type MetadataChoice } from '../../metadata/exif/kept-metadata.ts'
import { readExif } from '../../metadata/exif/read-exif.ts'

/** A result with what is kept of the metadata of the JPEG or PNG that it was made of. */
export async function keepMetadata(
  bytes: Uint8Array,
  original: string,
  choice: MetadataChoice,
): Promise<Uint8Array> {
  if (choice === 'none') return bytes
  const exif = await readExif(createReadStream(original))
  const kept = exif && keptMetadata(exif, choice)
  if (!kept || !isAnyKept(kept)) return bytes
  const parts: Uint8Array[] = []
  for await (const part of embedMetadata(bytes, kept)) parts.push(part)
  return Buffer.concat(parts)
}
