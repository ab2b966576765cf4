import { ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3'
import pMap from 'p-map'
import type { RecipeRow } from '../../../catalog/console/recipes.ts'
import { RECIPE_NAME } from '../../../catalog/recipe/shape/recipe-name.ts'
import { checkRecipe } from './check-recipe.ts'
import { PREVIEW_RECIPE } from './preview-recipe.ts'
import { readRecipe } from './read-recipe.ts'

const PREFIX = 'recipes/'
const READ_AT_ONCE = 8

/** Every recipe that files can be dropped under, by name, with what it does; those made for previews are left out. */
export async function describeRecipes(where: {
  s3: S3Client
  bucket: string
}): Promise<RecipeRow[]> {
  const names: string[] = []
  let ContinuationToken: string | undefined
  do {
    const page = await where.s3.send(
      new ListObjectsV2Command({
        Bucket: where.bucket,
        Prefix: PREFIX,
        ...(ContinuationToken && { ContinuationToken }),
      }),
    )
    names.push(...(page.Contents ?? []).flatMap(({ Key = '' }) => nameOf(Key) ?? []))
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken)
  const rows = await pMap(names, (name) => rowOf(name, where), { concurrency: READ_AT_ONCE })
  return rows.filter((row) => row !== undefined)
}

function nameOf(key: string): string | undefined {
  const name = key.slice(PREFIX.length, -'.json'.length)
  return key.endsWith('.json') && RECIPE_NAME.test(name) && !PREVIEW_RECIPE.test(name)
    ? name
    : undefined
}

async function rowOf(
  name: string,
  where: { s3: S3Client; bucket: string },
): Promise<RecipeRow | undefined> {
  const saved = await readRecipe(name, where)
  if (!saved) return undefined
  const { etag, savedAt, text } = saved
  const { recipe, problems } = checkRecipe(text)
  return {
    name,
    etag,
    savedAt,
    ...(recipe?.description !== undefined && { description: recipe.description }),
    steps: (recipe?.steps ?? []).map(({ feature, target }) => ({ feature, target })),
    ...(!recipe && { broken: problems[0]?.words ?? 'cannot be used' }),
  }
}
