import type { AskedFile, LeftReason } from '../../../catalog/console/drops.ts'
import { findFeature } from '../../../catalog/features/features.ts'
import { isPicture } from '../../../catalog/files/file-rule.ts'
import { NO_MEDIA, type SniffedFormat, VIDEOS } from '../../../catalog/files/sniff-format.ts'
import { isCompanion } from '../../../catalog/recipe/companions.ts'
import type { Recipe } from '../../../catalog/recipe/shape/recipe.ts'

/** S3 keys have at most 1,024 bytes. */
const MAX_KEY_BYTES = 1024

/** Bytes that one object may have (Amazon S3 User Guide, "Amazon S3 multipart upload limits"): 48.8 tebibytes. */
const MAX_OBJECT_BYTES = 48.8 * 2 ** 40

/** What no key may hold: controls, which XML cannot write, and names that browsers take for steps of a path. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const UNFIT = /[\u0000-\u001f\u007f]|(?:^|\/)\.{0,2}(?:\/|$)|\\/

/** Why a file that was chosen in a browser cannot be dropped under a recipe; undefined where it can. */
export function whyLeft(
  { name, size, kind }: AskedFile,
  { key, recipe }: { key: string; recipe: Recipe },
): LeftReason | undefined {
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) return 'name-long'
  if (UNFIT.test(name) || !name.isWellFormed()) return 'name-unfit'
  if (name.split('/').some((part) => part.startsWith('.'))) return 'hidden'
  if (size === 0) return 'empty'
  if (size > MAX_OBJECT_BYTES) return 'too-large'
  if (isCompanion(recipe, key)) return undefined
  return whyUnsuited(kind as SniffedFormat | undefined, size, recipe)
}

function whyUnsuited(
  kind: SniffedFormat | undefined,
  size: number,
  { steps, onRefusal, prepare }: Recipe,
): LeftReason | undefined {
  const rule = findFeature(steps[0]?.feature ?? '')?.files.src
  if (kind === undefined) return 'unknown-kind'
  if (NO_MEDIA.has(kind)) return 'no-media'
  if (!rule || onRefusal === 'original') return undefined
  if (isPicture(rule) && VIDEOS.has(kind)) return 'video'
  if (!isPicture(rule) && !VIDEOS.has(kind)) return 'picture'
  // What is not prepared is sent as it is.
  return prepare === 'none' && size >= rule.maxBytes ? 'too-large' : undefined
}
