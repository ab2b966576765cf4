import { companionKey } from '../../../catalog/companions.ts'
import { Failure } from '../../../catalog/failure.ts'
import type { FileRole } from '../../../catalog/feature.ts'
import type { FileReference } from '../../../catalog/file-rule.ts'
import { fileField } from '../../../catalog/read-files.ts'
import type { RecipeInput } from '../../../catalog/recipe.ts'
import type { Objects } from '../ports/objects.ts'
import type { Provider } from '../ports/provider.ts'
import type { JobStep } from './load-step.ts'
import { presignOrUpload } from './presign-or-upload.ts'

type Deps = { objects: Objects; provider: Provider }

/**
 * The fields of a request that name the files beside the source. Throws `CompanionMissing` or `InputMissing` with the
 * name of the file that is not there.
 */
export async function inputFields(
  at: JobStep,
  deps: Deps,
): Promise<Record<string, string | string[]>> {
  const fields: Record<string, string | string[]> = {}
  for (const [role, given] of Object.entries(at.step.inputs) as [FileRole, RecipeInput][]) {
    const rule = at.feature.files[role]
    if (!rule) continue
    const files = await Promise.all([given].flat().map((input) => fileOf(input, at, deps)))
    const form = files.every((file) => 'id' in file) ? 'id' : 'url'
    const names = files.map((file) => ('id' in file ? file.id : file.url))
    fields[fileField(role, form, rule)] = rule.most === undefined ? (names[0] ?? '') : names
  }
  return fields
}

async function fileOf(
  input: RecipeInput,
  { job, plan }: JobStep,
  deps: Deps,
): Promise<FileReference> {
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
