import { createHash } from 'node:crypto'
import { DeleteObjectCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3'
import { Failure } from '../../../catalog/failures/failure.ts'
import { PREVIEW_RECIPE } from './preview-recipe.ts'
import { saveRecipe } from './save-recipe.ts'

/** Milliseconds that a preview's recipe is kept at least; the jobs that have begun keep it. */
const KEPT_MS = 86_400_000

/**
 * Keeps a recipe under a name of its own, so that a file can be dropped under it without its being saved. One recipe
 * has one name, so that the same file is not worked, and paid for, twice. Its results are kept for a day. Those of
 * former previews are removed.
 * @param value the recipe as it was written, which breaks no rule
 */
export async function keepPreview(
  value: object,
  { s3, bucket }: { s3: S3Client; bucket: string },
  now: number,
): Promise<string> {
  const { output = {} } = value as { output?: object }
  const text = JSON.stringify({ ...value, output: { ...output, keepDays: 1 } })
  const name = `preview-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
  await forgetOld({ s3, bucket }, now)
  await saveRecipe({ name, text, known: 'none' }, { s3, bucket }).catch((error: unknown) => {
    // It is there, and by its name the same.
    if (!(error instanceof Failure) || error.code !== 'RecipeChanged') throw error
  })
  return name
}

async function forgetOld(
  { s3, bucket }: { s3: S3Client; bucket: string },
  now: number,
): Promise<void> {
  const { Contents = [] } = await s3.send(
    new ListObjectsV2Command({ Bucket: bucket, Prefix: 'recipes/preview-' }),
  )
  for (const { Key = '', LastModified } of Contents) {
    const name = Key.slice('recipes/'.length, -'.json'.length)
    const isOld = now - (LastModified?.getTime() ?? now) > KEPT_MS
    if (isOld && PREVIEW_RECIPE.test(name)) {
      await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key }))
    }
  }
}
