import { Option } from 'commander'
import { folderSource } from '../../engine/models/folder-source.ts'
import { boundsFrom } from '../../engine/models/model-bounds.ts'
import type { UserModel } from '../../engine/models/model-manifest.ts'
import { requireModels } from '../../engine/models/read-models.ts'

/** The folder of model files that tell people's regions apart. */
export function modelsOption(): Option {
  return new Option(
    '--models <folder>',
    'a folder of your own model files with their manifests (docs/models.md)',
  ).env('DARKROOM_MODELS')
}

/** Reads the model files of DARKROOM_MODELS; undefined where it names no folder. */
export function modelsHere(): (() => Promise<UserModel[]>) | undefined {
  const folder = process.env['DARKROOM_MODELS']
  return folder ? () => requireModels(folderSource(folder), boundsFrom(process.env)) : undefined
}

/** How long and in how much memory a model may run; tasks read them from the environment. */
export function modelBoundsOptions(): Option[] {
  return [
    new Option('--models-seconds <n>', 'the longest that one of them may run, 1 to 600; 60').env(
      'DARKROOM_MODELS_SECONDS',
    ),
    new Option(
      '--models-megabytes <n>',
      'the most memory that one of them may take, 100 to 4000; 1000',
    ).env('DARKROOM_MODELS_MEGABYTES'),
  ]
}
