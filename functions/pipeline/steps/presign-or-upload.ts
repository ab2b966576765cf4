import { stemOf } from '../../../catalog/companions.ts'
import type { FileReference } from '../../../catalog/file-rule.ts'
import type { Recipe } from '../../../catalog/recipe.ts'
import { isWrite } from '../jobs/write-version.ts'
import { ETAG, type ObjectRef, type Objects } from '../ports/objects.ts'
import type { Provider } from '../ports/provider.ts'
import { sourceArchived } from '../ports/source-archived.ts'

/** How long a URL is valid: longer than the service waits before it fetches, and short in case a URL leaks. */
const SOURCE_SECONDS = 2 * 3600

/** The content types of the file endpoint, by file extension. The service checks the bytes in any case. */
const TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
}

/**
 * Makes an object available to the service: by a presigned URL, or streamed to its file endpoint. Returns undefined
 * when the object no longer exists. The URL of a named version is not checked first, because it serves that version
 * or nothing: a deleted version is found when the service fetches it. Throws `SourceArchived`, and the
 * `ServiceFailure` of an upload.
 */
export async function presignOrUpload(
  object: ObjectRef,
  { job, transfer }: { job: string; transfer: Recipe['transfer'] },
  { objects, provider }: { objects: Objects; provider: Provider },
): Promise<FileReference | undefined> {
  if (transfer === 'url') {
    if (isPinned(object)) return { url: await objects.presign(object, SOURCE_SECONDS) }
    const there = await objects.head(object)
    if (!there) return undefined
    if (there.archived) throw sourceArchived(object.key)
    const { bucket, key } = object
    const { versionId: version } = there
    return {
      url: await objects.presign({ bucket, key, ...(version && { version }) }, SOURCE_SECONDS),
    }
  }
  const file = await objects.open(object)
  if (!file) return undefined
  const { size, body, contentType } = file
  const ending = object.key.slice(object.key.lastIndexOf('.') + 1).toLowerCase()
  const type = TYPES[ending] ?? (contentType === 'image/png' ? contentType : 'image/jpeg')
  const name = `${asciiOf(stemOf(object.key))}.${ending in TYPES ? ending : 'jpg'}`
  return { id: await provider.upload({ name, contentType: type, size, body }, job) }
}

function isPinned({ version }: ObjectRef): boolean {
  return version !== undefined && !version.startsWith(ETAG) && !isWrite(version)
}

/** The service needs a file name, but not the user's own characters. */
function asciiOf(stem: string): string {
  return stem.replace(/[^\w-]+/g, '_').slice(0, 80) || 'file'
}
