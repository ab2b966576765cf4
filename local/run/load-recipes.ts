import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { readRecipes } from '../../lib/pipeline/read-recipes.ts'

/**
 * Checks the recipes of a folder, puts them into the drop bucket and returns their names.
 * @throws Error naming the file that is no recipe: a run must not start with a recipe that fails every drop
 */
export async function loadRecipes(
  folder: string,
  { s3, bucket }: { s3: S3Client; bucket: string },
): Promise<string[]> {
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
  return recipes.map(([name]) => name)
}
