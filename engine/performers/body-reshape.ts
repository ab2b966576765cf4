import { type BodyFeatures, bodyReshape } from '../effects/body-reshape/body-reshape.ts'
import { encodePicture, MEDIA_TYPES } from '../media/encode-picture.ts'
import type { Body } from '../vision/body.ts'
import { detectBodies } from '../vision/detect-bodies.ts'
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
 * Throws Fault `target` when the asked body is not there, `pose` when others stand too close to it, and what the
 * effect throws.
 */
async function reshapeOne(job: Job): Promise<Performed> {
  const start = performance.now()
  const { picture, format, own } = await job.picture('src')
  const vision = await job.vision()
  const bodies = await detectBodies(picture, vision, job.checkpoint)
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

function elapsed(start: number): number {
  return Math.round(performance.now() - start)
}
