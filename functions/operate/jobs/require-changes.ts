import { Failure } from '../../../catalog/failures/failure.ts'
import { headVersion } from '../../pipeline/core/adapters/s3-version.ts'
import { mergeOverrides } from '../../pipeline/core/begin/merge-overrides.ts'
import type { Job } from '../../pipeline/core/ports/job.ts'
import type { PipelineClients } from '../pipeline-clients.ts'
import { readRecipeText } from '../recipes/load-recipe.ts'

/** As much as the metadata of an object may hold ("Working with object metadata", Amazon S3 User Guide). */
const MOST_BYTES = 2048

/**
 * Refuses changes of a retry that its attempt would fail with: what the recipe as it is now does not let be overridden,
 * and what breaks a rule of recipes. Whether the pipeline allows any, its attempt says.
 * @param changes JSON
 * @throws Failure RecipeInvalid naming the field, RecipeUnknown
 */
export async function requireChanges(
  { s3 }: Pick<PipelineClients, 's3'>,
  { source, recipe }: Job,
  changes: string,
): Promise<void> {
  if (Buffer.byteLength(changes) > MOST_BYTES) {
    throw new Failure('RecipeInvalid', `The changes are longer than ${MOST_BYTES} bytes.`)
  }
  const [loaded, found] = await Promise.all([
    readRecipeText(recipe.name, { s3, bucket: source.bucket }),
    headVersion(s3, source),
  ])
  if (!loaded) throw new Failure('RecipeUnknown', `There is no recipe "${recipe.name}" any more.`)
  const metadata = found?.metadata ?? {}
  mergeOverrides(loaded, { metadata, allowed: true, changes, changesAllowed: true })
}
