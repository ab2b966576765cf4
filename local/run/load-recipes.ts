import { createHash } from 'node:crypto'
import {
  HeadObjectCommand,
  ListObjectsV2Command,
  NotFound,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { PERFORMED_FEATURES } from '../../catalog/features/performed-features.ts'
import { parseJsonText } from '../../catalog/json/parse-json-text.ts'
import { parseRecipe } from '../../catalog/recipe/judge/parse-recipe.ts'
import { readRecipes } from '../../lib/pipeline/read-recipes.ts'

/** Names of recipes: those the local service carries out, and those with a feature that it does not. */
export type LoadedRecipes = { usable: string[]; unperformed: string[] }

/** User metadata of a recipe that came with the project: the SHA-256 of its text. Whoever saves it leaves that out. */
const READY_MADE = 'darkroom-ready-made'

/**
 * Checks the recipes of a folder, puts them into the drop bucket and returns their names. One that somebody saved in
 * the place of a ready-made one stays as it is.
 * @throws Error naming the file that is no recipe: a run must not start with a recipe that fails every drop
 */
export async function loadRecipes(
  folder: string,
  { s3, bucket }: { s3: S3Client; bucket: string },
): Promise<LoadedRecipes> {
  const recipes = Object.entries(readRecipes(folder))
  // A new bucket has none, of which each need not be asked.
  const first = { Bucket: bucket, Prefix: 'recipes/', MaxKeys: 1 }
  const { Contents = [] } = await s3.send(new ListObjectsV2Command(first))
  for (const [name, text] of recipes) {
    const object = { Bucket: bucket, Key: `recipes/${name}.json` }
    const sha256 = createHash('sha256').update(text).digest('hex')
    const there = Contents.length > 0 ? await markOf(object, s3) : undefined
    if (there === 'somebody’s own' || there === sha256) continue
    await s3.send(
      new PutObjectCommand({
        ...object,
        Body: text,
        ContentType: 'application/json',
        Metadata: { [READY_MADE]: sha256 },
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

/** What a recipe that is there says of itself; undefined where there is none. */
async function markOf(
  object: { Bucket: string; Key: string },
  s3: S3Client,
): Promise<string | undefined> {
  try {
    const { Metadata } = await s3.send(new HeadObjectCommand(object))
    return Metadata?.[READY_MADE] ?? 'somebody’s own'
  } catch (error) {
    if (error instanceof NotFound) return undefined
    throw error
  }
}
