import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { PERFORMED_FEATURES } from '../../catalog/features/performed-features.ts'
import { parseJsonText } from '../../catalog/json/parse-json-text.ts'
import { parseRecipe } from '../../catalog/recipe/judge/parse-recipe.ts'
import { readRecipes } from '../../lib/pipeline/read-recipes.ts'

/** Names of recipes: those the local service carries out, and those with a feature that it does not. */
export type LoadedRecipes = { usable: string[]; unperformed: string[] }

/**
 * Checks the recipes of a folder, puts them into the drop bucket and returns their names.
 * @throws Error naming the file that is no recipe: a run must not start with a recipe that fails every drop
 */
export async function loadRecipes(
  folder: string,
  { s3, bucket }: { s3: S3Client; bucket: string },
): Promise<LoadedRecipes> {
  const recipes = Object.entries(readRecipes(folder))
  for (const [name, text] of recipes) {
    await s3.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: `recipes/${name}.json`,
        Body: text,
        ContentType: 'application/json',
      }),
    )
  }
  const loaded: LoadedRecipes = { usable: [], unperformed: [] }
  for (const [name, text] of recipes) {
    const { steps } = parseRecipe(parseJsonText(text))
    const performed = steps.every(({ feature }) => PERFORMED_FEATURES.has(feature))
    loaded[performed ? 'usable' : 'unperformed'].push(name)
  }
  return loaded
}
