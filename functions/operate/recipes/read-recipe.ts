import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import type { RecipeAnswer } from '../../../catalog/console/recipes.ts'

/** The text of a recipe as it is saved, right or not; undefined where there is none. */
export async function readRecipe(
  name: string,
  { s3, bucket }: { s3: S3Client; bucket: string },
): Promise<RecipeAnswer | undefined> {
  try {
    const found = await s3.send(
      new GetObjectCommand({ Bucket: bucket, Key: `recipes/${name}.json` }),
    )
    return {
      name,
      text: (await found.Body?.transformToString()) ?? '',
      etag: found.ETag ?? '',
      savedAt: found.LastModified!.toISOString(),
    }
  } catch (error) {
    if ((error as Error).name === 'NoSuchKey') return undefined
    throw error
  }
}
