import type { Answer, Call } from '../call.ts'
import { requireDocument } from '../payload/read-document.ts'
import { documentTags } from './tag-set.ts'
import { writeTags } from './write-tags.ts'

/** Replaces the tags of a version (PutObjectTagging). The object is neither rewritten nor announced again. */
export async function putObjectTagging(call: Call): Promise<Answer> {
  const tags = documentTags(await requireDocument(call, 'Tagging'))
  return { status: 200, headers: writeTags(call, tags) }
}
