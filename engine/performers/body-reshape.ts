import { Fault } from '../../catalog/fault.ts'
import { type BodyFeatures, bodyReshape } from '../effects/body-reshape/body-reshape.ts'
import { encodePicture, MEDIA_TYPES } from '../media/encode-picture.ts'
import type { Picture } from '../raster/picture.ts'
import type { Body } from '../vision/body.ts'
import { detectBodies } from '../vision/detect-bodies.ts'
import { detectFaces } from '../vision/detect-faces.ts'
import { trimToPortrait } from '../vision/trim-to-portrait.ts'
import { chosen } from './chosen.ts'
import { findBoxes } from './find-boxes.ts'
import type { Job, Performed, Performer } from './performer.ts'
import { protectOthers } from './protect-others.ts'
import { readyToChange } from './ready-to-change.ts'

/** Finds the bodies of a picture, and changes the build of one of them. */
export const bodyReshapePerformer: Performer = {
  'pre-process': findBoxes(bodiesOf),
  effect: reshapeOne,
}

async function bodiesOf(job: Job): Promise<Body[]> {
  const { picture } = await job.picture('src')
  return await detectBodies(picture, await job.vision(), job.checkpoint)
}

/**
 * Throws Fault `target` when the asked body is not there or none can be told apart, `pose` when others stand too close
 * to it, and what the effect throws.
 */
async function reshapeOne(job: Job): Promise<Performed> {
  const start = performance.now()
  const { picture, format, own } = await job.picture('src')
  const vision = await job.vision()
  const bodies = await detectBodies(picture, vision, job.checkpoint)
  if (bodies.length === 0) await refuseCrowd(job, picture)
  const body = chosen(bodies, 'body', job.parameters['index'])
  const others = await protectOthers(picture, body, bodies, vision, job.checkpoint)
  const trimmed = await trimToPortrait(picture, body, vision)
  const colours = await readyToChange({ picture, own })
  await job.checkpoint()
  const startApply = performance.now()
  const features = job.parameters['features'] as BodyFeatures
  const done = bodyReshape(picture, trimmed, others, features)
  const timedApply = elapsed(startApply)
  await job.checkpoint()
  const bytes = await encodePicture(done.picture, format, colours)
  return {
    results: { timed: elapsed(start), timed_apply: timedApply, ...done.applied },
    output: { bytes, ...MEDIA_TYPES[format] },
  }
}

/** Says of a picture in which no body was found, if it is so, that people are in it. */
async function refuseCrowd(job: Job, picture: Picture): Promise<void> {
  const { length } = await detectFaces(picture, await job.vision(), job.checkpoint)
  if (length === 0) return
  const seen = length === 1 ? 'One face was' : `${length} faces were`
  throw new Fault('target', `${seen} found in the picture, and no body that could be told apart.`)
}

function elapsed(start: number): number {
  return Math.round(performance.now() - start)
}
