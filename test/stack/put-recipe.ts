import { PutObjectCommand } from '@aws-sdk/client-s3'
import type { Connection } from './connect.ts'

/** A recipe like `slim` with the changes of a test. */
export function slimRecipe(changes: object = {}): object {
  return {
    steps: [
      { feature: 'body-reshape', target: 'largest', parameters: { features: { slim: -60 } } },
    ],
    ...changes,
  }
}

/** Puts a recipe, or an invalid one, where `start` reads it. */
export async function putRecipe(
  { s3, at }: Connection,
  name: string,
  recipe: object | string,
): Promise<void> {
  const Body = typeof recipe === 'string' ? recipe : JSON.stringify(recipe)
  await s3.send(new PutObjectCommand({ Bucket: at.dropBucket, Key: `recipes/${name}.json`, Body }))
}
