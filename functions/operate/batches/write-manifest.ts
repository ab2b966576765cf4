import { Readable } from 'node:stream'
import { paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'

import { isCompanion } from '../../../catalog/recipe/companions.ts'
import { SOURCE_PREFIXES } from '../../../catalog/recipe/shape/key-prefixes.ts'
import { batchId } from '../../pipeline/core/batches/batch-names.ts'
import { sourceFolder } from '../../pipeline/core/batches/source-folder.ts'
import { distinctNames } from '../../pipeline/core/results/distinct-names.ts'
import { writtenVersion } from '../drops/written-version.ts'
import { loadRecipe } from '../recipes/load-recipe.ts'
import { manifestKey } from './manifest-key.ts'
import { type BatchSettings, settingsMetadata } from './settings-metadata.ts'

/** Where the files of a batch lie, and what is done to them. */
export type ManifestOptions = BatchSettings & { prefix: string; recipe: string }

type Bucket = { s3: S3Client; bucket: string }

/** Told how many files there are, and how many lines of a list cannot be used, before the batch begins. */
export type Told = (counts: { files: number; unusable: number }) => Promise<void>

/**
 * Drops a manifest of every file below a prefix, streamed from the listing into the upload, and gives the batch it will
 * become. Empty objects, folder markers and the recipe's companions are left out. Throws when nothing is left, and
 * where the recipe would give results of two files one name in one folder: nothing is dropped then.
 */
export async function writeManifest(
  { prefix, recipe, ...settings }: ManifestOptions,
  { s3, bucket }: Bucket,
  told?: Told,
): Promise<{ batch: string; key: string; files: number }> {
  if (!SOURCE_PREFIXES.some((allowed) => prefix.startsWith(allowed))) {
    throw new Error(`--prefix must begin with ${SOURCE_PREFIXES.join(' or ')}.`)
  }
  const plan = await loadRecipe(recipe, { s3, bucket })
  const clashOf = distinctNames()
  let files = 0
  const lines = async function* (): AsyncGenerator<Buffer> {
    for await (const key of keysBelow(prefix, { s3, bucket })) {
      if (isCompanion(plan, key)) continue
      const folder = sourceFolder(key)
      const clash = clashOf({ recipe, plan, key, folder, shown: key })
      if (clash) throw new Error(`${clash} Leave it away, or make batches of their own.`)
      files += 1
      yield Buffer.from(`${JSON.stringify({ key })}\n`)
    }
    if (files === 0) throw new Error(`There is no file below ${prefix}.`)
    // The batch begins once its manifest is whole.
    await told?.({ files, unusable: 0 })
  }
  const key = manifestKey(recipe, '.jsonl')
  const written = await new Upload({
    client: s3,
    params: {
      Bucket: bucket,
      Key: key,
      Body: Readable.from(lines()),
      ContentType: 'application/x-ndjson',
      Metadata: settingsMetadata(settings),
    },
  }).done()
  const version = await writtenVersion(s3, { bucket, key }, written)
  return { batch: batchId({ bucket, key, version }), key, files }
}

const keysBelow = async function* (prefix: string, { s3, bucket }: Bucket): AsyncGenerator<string> {
  for await (const { Contents = [] } of paginateListObjectsV2(
    { client: s3 },
    { Bucket: bucket, Prefix: prefix },
  )) {
    for (const { Key = '', Size = 0 } of Contents) if (Size > 0 && !Key.endsWith('/')) yield Key
  }
}
