import type { ByteSource } from '../../../metadata/byte-source.ts'
import { embedMetadata } from '../../../metadata/exif/embed-metadata.ts'
import { isAnyKept, keptMetadata } from '../../../metadata/exif/kept-metadata.ts'
import { readExif } from '../../../metadata/exif/read-exif.ts'
import type { Job } from '../core/ports/job.ts'
import type { Objects } from '../core/ports/objects.ts'

/**
 * A result with the metadata of the dropped file that its recipe keeps: `none`, the default, leaves it as the service
 * made it. Of a file that is gone, or neither JPEG nor PNG, nothing is kept.
 */
export async function keepMetadata(
  bytes: ByteSource,
  { recipe, source }: Pick<Job, 'recipe' | 'source'>,
  { objects }: { objects: Pick<Objects, 'open'> },
): Promise<ByteSource> {
  const choice = recipe.plan?.output.metadata ?? 'none'
  if (choice === 'none') return bytes
  const file = await objects.open(source)
  const exif = file && (await readExif(file.body))
  const kept = exif && keptMetadata(exif, choice)
  return kept && isAnyKept(kept) ? embedMetadata(bytes, kept) : bytes
}
