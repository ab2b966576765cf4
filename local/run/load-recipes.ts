import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { parseRecipe } from '../../catalog/recipe.ts'

/**
 * Puts the recipes of a folder into the drop bucket, each checked first. Gives their names. A file that is no recipe
 * stops it, named: a run must not begin with a recipe that fails every drop.
 */
export const loadRecipes = async (
  folder: string,
  { s3, bucket }: { s3: S3Client; bucket: string },
): Promise<string[]> => {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.json') && !file.endsWith('.schema.json'))
    .map((file) => basename(file, '.json'))
  for (const name of names) {
    const text = readFileSync(join(folder, `${name}.json`), 'utf8')
    try {
      parseRecipe(JSON.parse(text))
    } catch (cause) {
      throw new Error(`The recipe ${name} is unusable: ${(cause as Error).message}`, { cause })
    }
    await s3.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: `recipes/${name}.json`,
        Body: text,
        ContentType: 'application/json',
      }),
    )
  }
  return names
}
