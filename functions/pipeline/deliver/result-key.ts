import { stemOf } from '../../../catalog/companions.ts'
import type { Job } from '../ports/job.ts'

/** The endings of what effects give; anything else is kept as it is, without an ending. */
const ENDINGS: Record<string, string> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'video/mp4': '.mp4',
  'application/json': '.json',
}

/** S3 keys hold 1,024 bytes; the folder, an index and an ending need some of them. */
const MAX_NAME_BYTES = 800

/**
 * Where a result lies: `results/<job>/<name><ending>`, the name made by the recipe's pattern, by default the dropped
 * file's name without its ending. With several targets the index stands before the ending, unless the pattern places
 * it. No name holds a slash, so nothing can lead elsewhere.
 */
export function resultKey(
  job: Job,
  contentType: string,
  index?: number,
  prefix = 'results/',
): string {
  const pattern = job.recipe.plan?.output.name ?? '{stem}'
  const fields: Record<string, string> = {
    stem: stemOf(job.source.key),
    recipe: job.recipe.name,
    index: String(index ?? 0),
    date: job.createdAt.slice(0, 10),
  }
  const name = pattern.replace(/\{(\w+)\}/g, (_, field: string) => fields[field] ?? '')
  const which = index === undefined || pattern.includes('{index}') ? '' : `.${index}`
  return `${prefix}${job.id}/${truncateUtf8(name, MAX_NAME_BYTES) || 'result'}${which}${ENDINGS[contentType] ?? ''}`
}

/** At most `bytes` bytes of UTF-8, never half a character. */
function truncateUtf8(text: string, bytes: number): string {
  let size = 0
  let kept = ''
  for (const character of text) {
    size += Buffer.byteLength(character)
    if (size > bytes) break
    kept += character
  }
  return kept
}
