import { DeleteObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { requireRecipe } from './require-recipe.ts'

/** Deletes a recipe, a broken one as well. Throws for one that is unknown, with the nearest name. */
export async function deleteRecipe(
  name: string,
  { s3, bucket }: { s3: S3Client; bucket: string },
): Promise<void> {
  await requireRecipe(name, { s3, bucket })
  await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: `recipes/${name}.json` }))
}
