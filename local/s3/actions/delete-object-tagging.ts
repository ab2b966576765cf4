import type { Answer, Call } from '../call.ts'
import { writeTags } from './write-tags.ts'

/** Removes all tags of a version (DeleteObjectTagging). */
export function deleteObjectTagging(call: Call): Answer {
  return { status: 204, headers: writeTags(call, []) }
}
