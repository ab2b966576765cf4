import { UNPRINTABLE } from '../../../../catalog/json/unprintable.ts'
import { stemOf } from '../../../../catalog/recipe/companions.ts'
import type { Job } from '../ports/job.ts'

/** File extensions by content type; any other type has none. */
const ENDINGS: Record<string, string> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/tiff': '.tif',
  'image/webp': '.webp',
  'video/mp4': '.mp4',
  'application/json': '.json',
}

/** S3 keys have at most 1,024 bytes; the prefix, an index and an extension need some of them. */
const MAX_NAME_BYTES = 800

/**
 * The key of a result: `results/<job>/<name><extension>`. The recipe's pattern makes the name, by default the name of
 * the dropped file without its extension. With several targets (`index` is given) the index comes before the extension,
 * unless the pattern places it. A name contains no slash, so that a key cannot leave the job's folder, and no control
 * character.
 * @param ending the extension, by default that of the content type
 */
export function resultKey(
  job: Job,
  contentType: string,
  index?: number,
  prefix = 'results/',
  ending = ENDINGS[contentType] ?? '',
): string {
  const pattern = job.recipe.plan?.output.name ?? '{stem}'
  const name = resultName(pattern, {
    source: job.source.key,
    recipe: job.recipe.name,
    date: job.createdAt.slice(0, 10),
    index: index ?? 0,
  })
  const which = index === undefined || pattern.includes('{index}') ? '' : `.${index}`
  return `${prefix}${job.id}/${truncateUtf8(name, MAX_NAME_BYTES) || 'result'}${which}${ending}`
}

/** What a recipe's pattern makes of a source. Controls and other characters without a sign become `_`. */
export function resultName(
  pattern: string,
  { source, recipe, date, index }: { source: string; recipe: string; date: string; index: number },
): string {
  const fields: Record<string, string> = {
    stem: stemOf(source),
    recipe,
    date,
    index: String(index),
  }
  return pattern
    .replace(/\{(\w+)\}/g, (_, field: string) => fields[field] ?? '')
    .replace(UNPRINTABLE, '_')
}

/** The longest beginning of a text that has at most `bytes` bytes of UTF-8. */
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
