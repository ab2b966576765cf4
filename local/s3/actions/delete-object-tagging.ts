import type { Answer, Call } from '../call.ts'
import { writeTags } from './write-tags.ts'

/** Takes all tags off a version. */
export function deleteObjectTagging(call: Call): Answer {
  return { status: 204, headers: writeTags(call, []) }
}
