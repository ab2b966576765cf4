import { stemOf } from '../../../../catalog/recipe/companions.ts'
import type { Recipe } from '../../../../catalog/recipe/shape/recipe.ts'
import type { SignedUrl } from '../ports/inbox.ts'
import { ETAG, type ObjectRef, type Objects } from '../ports/objects.ts'
import { sourceArchived } from '../ports/source-archived.ts'
import { isWrite } from '../sources/write-version.ts'
import { type SignUrlDeps, signUrl } from './sign-url.ts'

/** A file as a request names it. A URL without an origin does not end, as far as the pipeline knows. */
export type SentFile = { id: string } | { url: string } | SignedUrl

export type PresignOrUploadDeps = SignUrlDeps & { objects: Objects }

/** Those of the files whose URLs end. */
export function signedUrls(files: readonly SentFile[]): SignedUrl[] {
  return files.filter((file) => 'of' in file)
}

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
  deps: PresignOrUploadDeps,
): Promise<SentFile | undefined> {
  const { objects, provider } = deps
  if (transfer === 'url') {
    if (isPinned(object)) return signUrl({ object }, job, deps)
    const there = await objects.head(object)
    if (!there) return undefined
    if (there.archived) throw sourceArchived(object.key)
    const { bucket, key } = object
    const { versionId: version } = there
    return signUrl({ object: { bucket, key, ...(version && { version }) } }, job, deps)
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
