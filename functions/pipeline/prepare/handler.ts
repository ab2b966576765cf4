import { stepHandler } from '../step-handler.ts'
import { download, jobs, objects, preparedPictures, provider } from '../wiring.ts'
import { enginePictures } from './engine-pictures.ts'
import { type PrepareInput, prepare } from './prepare.ts'

const deps = {
  jobs: jobs(),
  objects: objects(),
  provider: provider(),
  preparedPictures: preparedPictures(),
  download: download(),
  pictures: enginePictures(),
}

/** The state Prepare: makes a picture meet the rule of its feature. */
export const handler = stepHandler((input: PrepareInput) => prepare(input, deps))
