import type { ByteSource } from '../../../metadata/byte-source.ts'
import { embedMetadata } from '../../../metadata/exif/embed-metadata.ts'
import { readExif } from '../../../metadata/exif/read-exif.ts'
import { type SafeMetadata, safeMetadata } from '../../../metadata/exif/safe-metadata.ts'
import type { Job } from '../ports/job.ts'
import type { Objects } from '../ports/objects.ts'

/**
 * A result with the metadata of the dropped file that its recipe keeps: `none`, the default, leaves it as the service
 * made it. Of a file that is gone, or neither JPEG nor PNG, nothing is kept.
 */
export async function keepMetadata(
  bytes: ByteSource,
  { recipe, source }: Pick<Job, 'recipe' | 'source'>,
  { objects }: { objects: Pick<Objects, 'open'> },
): Promise<ByteSource> {
  if (recipe.plan?.output.metadata !== 'keep-safe') return bytes
  const file = await objects.open(source)
  const exif = file && (await readExif(file.body))
  const safe = exif && safeMetadata(exif)
  return safe && hasAny(safe) ? embedMetadata(bytes, safe) : bytes
}

function hasAny({ IFD0, IFD2 }: SafeMetadata): boolean {
  return Object.keys(IFD0).length + Object.keys(IFD2).length > 0
}
