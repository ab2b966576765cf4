import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { batchId } from '../../pipeline/core/batches/batch-names.ts'
import { isManifest } from '../../pipeline/core/manifests/manifest-ending.ts'
import { manifestItems } from '../../pipeline/core/manifests/manifest-items.ts'
import { readLines } from '../../pipeline/core/manifests/read-lines.ts'
import { writtenVersion } from '../drops/written-version.ts'
import { loadRecipe } from '../recipes/load-recipe.ts'
import { manifestKey } from './manifest-key.ts'
import { type BatchSettings, settingsMetadata } from './settings-metadata.ts'
import type { Told } from './write-manifest.ts'

/** A list of files on this machine, and the recipe of the lines that name none. */
export type ManifestFile = BatchSettings & { manifest: string; recipe: string }

/**
 * Drops a list of files as it is, and gives the batch it will become, with how many files it names and how many of its
 * lines cannot be used. Throws for a recipe that is unknown, a file that is no manifest by its name or its header, and
 * one without a line that can be used: nothing is dropped then.
 */
export async function dropManifest(
  { manifest: path, recipe, ...settings }: ManifestFile,
  { s3, bucket }: { s3: S3Client; bucket: string },
  told?: Told,
): Promise<{ batch: string; key: string; files: number; unusable: number }> {
  if (!isManifest(path)) {
    throw new Error(
      `${path} is no manifest: its name must end in .csv, with a header, or in .jsonl or .ndjson, with an object a ` +
        'line such as {"key":"files/a.jpg"}.',
    )
  }
  await loadRecipe(recipe, { s3, bucket })
  const rules = { key: basename(path), recipe, bucket }
  let [files, unusable] = [0, 0]
  for await (const { failure } of manifestItems(readLines(createReadStream(path)), rules)) {
    if (failure) unusable += 1
    else files += 1
  }
  if (files === 0) throw new Error(`${path} has no line that can be used.`)
  await told?.({ files, unusable })
  const key = manifestKey(recipe, `-${basename(path)}`)
  const written = await new Upload({
    client: s3,
    params: {
      Bucket: bucket,
      Key: key,
      Body: createReadStream(path),
      Metadata: settingsMetadata(settings),
    },
  }).done()
  const version = await writtenVersion(s3, { bucket, key }, written)
  return { batch: batchId({ bucket, key, version }), key, files, unusable }
}
