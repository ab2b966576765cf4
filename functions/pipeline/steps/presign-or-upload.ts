import { stemOf } from '../../../catalog/companions.ts'
import type { FileReference } from '../../../catalog/file-rule.ts'
import type { Recipe } from '../../../catalog/recipe.ts'
import { ETAG, type ObjectRef, type Objects } from '../ports/objects.ts'
import type { Provider } from '../ports/provider.ts'

/** Longer than the service waits before it fetches, shorter than anybody could make use of a stolen URL. */
const SOURCE_SECONDS = 2 * 3600

/** The types the file endpoint takes, by ending; the service looks at the bytes in any case. */
const TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
}

/**
 * Hands an object to the service: by a URL it can fetch it from, or streamed into its file endpoint. Undefined when
 * there is no such object any more. A version's URL gives that version or nothing, so whether it is still there shows
 * when the service fetches it.
 */
export async function presignOrUpload(
  object: ObjectRef,
  { job, transfer }: { job: string; transfer: Recipe['transfer'] },
  { objects, provider }: { objects: Objects; provider: Provider },
): Promise<FileReference | undefined> {
  if (transfer === 'url') {
    const there = isPinned(object) || (await objects.head(object))
    return there && { url: await objects.presign(object, SOURCE_SECONDS) }
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
  return version !== undefined && !version.startsWith(ETAG)
}

/** The service needs a name, not ours: what people call their files stays with us. */
function asciiOf(stem: string): string {
  return stem.replace(/[^\w-]+/g, '_').slice(0, 80) || 'file'
}
