import { folderSource } from './folder-source.ts'
import { boundsFrom, type ModelBounds } from './model-bounds.ts'
import type { UserModel } from './model-manifest.ts'
import type { ModelSource } from './model-source.ts'
import { requireModels } from './read-models.ts'

/**
 * The operator's model files and their bounds, as an engine takes them: in a folder of this machine, or below a prefix
 * of a bucket.
 * @param environment of the worker; without `DARKROOM_MODELS` there are none
 * @param inBucket what reads `s3://bucket/prefix/`
 */
export function operatorModels(
  environment: Readonly<Record<string, string | undefined>>,
  inBucket: (uri: string) => ModelSource,
): { models: (() => Promise<UserModel[]>) | undefined; modelBounds: ModelBounds } {
  const place = environment['DARKROOM_MODELS']
  const modelBounds = boundsFrom(environment)
  if (!place) return { models: undefined, modelBounds }
  const source = place.startsWith('s3://') ? inBucket(place) : folderSource(place)
  return { models: () => requireModels(source, modelBounds), modelBounds }
}
