import type { S3Client } from '@aws-sdk/client-s3'
import { suggestName } from '../../../catalog/issues/suggest-name.ts'
import { listRecipes } from './load-recipe.ts'

/** Throws for a recipe that is not in the drop bucket, with the nearest name. */
export async function requireRecipe(
  name: string,
  where: { s3: S3Client; bucket: string },
): Promise<void> {
  const known = await listRecipes(where)
  if (!known.includes(name)) {
    throw new Error(`There is no recipe "${name}".${suggestName(name, known)}`)
  }
}
