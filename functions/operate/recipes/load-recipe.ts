import { createHash } from 'node:crypto'
import { GetObjectCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3'
import { suggestName } from '../../../catalog/issues/suggest-name.ts'
import { parseJsonText } from '../../../catalog/json/parse-json-text.ts'
import { parseRecipe } from '../../../catalog/recipe/judge/parse-recipe.ts'
import type { Recipe } from '../../../catalog/recipe/shape/recipe.ts'
import { RECIPE_NAME } from '../../../catalog/recipe/shape/recipe-name.ts'
import { PREVIEW_RECIPE } from './preview-recipe.ts'

const PREFIX = 'recipes/'

type Bucket = { s3: S3Client; bucket: string }

/** The recipe as it stands in the drop bucket. Throws for one that is unknown, with the nearest name, or broken. */
export async function loadRecipe(name: string, where: Bucket): Promise<Recipe> {
  return (await loadRecipeText(name, where)).recipe
}

/** The same with the SHA-256 of its text in hex, as the records of its jobs have it. */
export async function loadRecipeText(
  name: string,
  { s3, bucket }: Bucket,
): Promise<{ recipe: Recipe; sha256: string }> {
  if (!RECIPE_NAME.test(name)) {
    throw new Error(`"${name}" is no recipe name: a–z, 0–9 and -, 64 characters at most.`)
  }
  const text = await fetchText(s3, bucket, name)
  if (text === undefined) {
    const known = await listRecipes({ s3, bucket })
    throw new Error(`There is no recipe "${name}".${suggestName(name, known)}`)
  }
  try {
    const recipe = parseRecipe(parseJsonText(text))
    return { recipe, sha256: createHash('sha256').update(text).digest('hex') }
  } catch (cause) {
    throw new Error(`The recipe ${name} cannot be used: ${(cause as Error).message}`, { cause })
  }
}

/** A recipe's parsed JSON before it is validated, with the SHA-256 of its text; undefined where there is none. */
export async function readRecipeText(
  name: string,
  { s3, bucket }: Bucket,
): Promise<{ text: unknown; sha256: string } | undefined> {
  const text = RECIPE_NAME.test(name) ? await fetchText(s3, bucket, name) : undefined
  if (text === undefined) return undefined
  return { text: parseJsonText(text), sha256: createHash('sha256').update(text).digest('hex') }
}

/** The names of the recipes that files can be dropped under, without those that are kept for a preview. */
export async function listRecipes({ s3, bucket }: Bucket): Promise<string[]> {
  const names: string[] = []
  let ContinuationToken: string | undefined
  do {
    const page = await s3.send(
      new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: PREFIX,
        ...(ContinuationToken && { ContinuationToken }),
      }),
    )
    names.push(
      ...(page.Contents ?? [])
        .map(({ Key = '' }) => Key)
        .filter((key) => key.endsWith('.json'))
        .map((key) => key.slice(PREFIX.length, -'.json'.length))
        .filter((name) => RECIPE_NAME.test(name) && !PREVIEW_RECIPE.test(name)),
    )
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken)
  return names
}

async function fetchText(s3: S3Client, bucket: string, name: string): Promise<string | undefined> {
  try {
    const { Body } = await s3.send(
      new GetObjectCommand({ Bucket: bucket, Key: `${PREFIX}${name}.json` }),
    )
    return await Body?.transformToString()
  } catch (error) {
    if ((error as Error).name === 'NoSuchKey') return undefined
    throw error
  }
}
