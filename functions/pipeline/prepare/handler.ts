import { stepHandler } from '../core/steps/step-handler.ts'
import { download, jobs, objects, preparedPictures, provider } from '../core/wiring.ts'
import { enginePictures } from './engine-pictures.ts'
import { engineVideos } from './engine-videos.ts'
import { type PrepareInput, prepare } from './prepare.ts'
import { type RestoreInput, restore } from './restore.ts'

const deps = {
  jobs: jobs(),
  objects: objects(),
  provider: provider(),
  preparedPictures: preparedPictures(),
  download: download(),
  pictures: enginePictures(),
  videos: engineVideos(),
}

/**
 * The states Prepare, which makes a picture or video meet the rule of its feature, and Restore, which puts results back
 * into the original. They share the engine, and so one function: only Restore is told what was done.
 */
export const handler = stepHandler(async (input: PrepareInput | RestoreInput) =>
  'done' in input ? await restore(input, deps) : await prepare(input, deps),
)
