import { Option } from 'commander'
import { folderSource } from '../../engine/models/folder-source.ts'
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
  return folder ? () => requireModels(folderSource(folder)) : undefined
}
