import { Failure } from '../../../catalog/failures/failure.ts'
import type { FileRole } from '../../../catalog/features/feature.ts'
import { companionKey } from '../../../catalog/recipe/companions.ts'
import type { RecipeInput } from '../../../catalog/recipe/shape/recipe.ts'
import { fileField } from '../../../catalog/tasks/read-files.ts'
import type { MaskRole, Prepared, PreparedLocation } from '../core/ports/prepared.ts'
import type { JobStep } from '../core/steps/load-step.ts'
import {
  type PresignOrUploadDeps,
  presignOrUpload,
  type SentFile,
} from '../core/steps/presign-or-upload.ts'

type Deps = PresignOrUploadDeps & { preparedPictures: PreparedLocation }

/**
 * The input files other than the source, and the request fields that name them; those that were prepared with the
 * source where there are any. Throws
 * `CompanionMissing` or `InputMissing` with the key of the missing file, and otherwise like `presignOrUpload`.
 */
export async function inputFields(
  at: JobStep,
  { masks = {}, references = {} }: Pick<Prepared, 'masks' | 'references'>,
  deps: Deps,
): Promise<{ fields: Record<string, string | string[]>; sent: SentFile[] }> {
  const fields: Record<string, string | string[]> = {}
  const sent: SentFile[] = []
  for (const [role, given] of Object.entries(at.step.inputs) as [FileRole, RecipeInput][]) {
    const rule = at.feature.files[role]
    if (!rule) continue
    const mask = masks[role as MaskRole]
    const files = await Promise.all(
      [given].flat().map((input, nth) => {
        const key = role === 'ref' ? references[nth] : mask
        return key ? preparedFile(key, at, deps) : fileOf(input, at, deps)
      }),
    )
    sent.push(...files)
    const form = files.every((file) => 'id' in file) ? 'id' : 'url'
    const names = files.map((file) => ('id' in file ? file.id : file.url))
    fields[fileField(role, form, rule)] = rule.maxCount === undefined ? (names[0] ?? '') : names
  }
  return { fields, sent }
}

/** A file that was prepared with its source. Throws `InputMissing` where it is not there any more. */
async function preparedFile(key: string, { job, plan }: JobStep, deps: Deps): Promise<SentFile> {
  const object = { bucket: deps.preparedPictures.bucket, key }
  const file = await presignOrUpload(object, { job: job.id, transfer: plan.transfer }, deps)
  if (file) return file
  throw new Failure('InputMissing', 'A prepared file is not there any more.')
}

async function fileOf(input: RecipeInput, { job, plan }: JobStep, deps: Deps): Promise<SentFile> {
  if ('url' in input) return { url: input.url }
  const { bucket, key: source } = job.source
  const key = 'object' in input ? input.object : companionKey(input.companion, source)
  const file = await presignOrUpload(
    { bucket, key },
    { job: job.id, transfer: plan.transfer },
    deps,
  )
  if (file) return file
  if ('object' in input) {
    throw new Failure('InputMissing', `The recipe names ${key}, which does not exist.`)
  }
  throw new Failure(
    'CompanionMissing',
    `${key} did not arrive within ${plan.companionSeconds} seconds.`,
  )
}
