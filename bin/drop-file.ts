import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Upload } from '@aws-sdk/lib-storage'
import { RECIPE_NAME } from '../catalog/recipe.ts'
import { executionName } from '../functions/pipeline/start/execution-name.ts'
import type { PipelineClients } from './pipeline-clients.ts'

/**
 * Drops a file into the bucket under a recipe, streamed, and gives the job it will become. The job's name depends
 * only on the object's version and the recipe, so it is known before the event has arrived.
 */
export async function dropFile(
  file: string,
  recipe: string,
  { s3, at }: PipelineClients,
): Promise<{ key: string; job: string }> {
  if (!RECIPE_NAME.test(recipe)) {
    throw new Error(`"${recipe}" is no recipe name: a–z, 0–9 and -, 64 characters at most.`)
  }
  const { size } = await stat(file)
  if (size === 0) throw new Error(`${file} is empty.`)
  const key = `drop/${recipe}/${basename(file)}`
  const { VersionId } = await new Upload({
    client: s3,
    params: { Bucket: at.dropBucket, Key: key, Body: createReadStream(file) },
  }).done()
  if (!VersionId) throw new Error(`The bucket ${at.dropBucket} keeps no versions.`)
  return { key, job: executionName({ bucket: at.dropBucket, key, version: VersionId }, recipe) }
}
