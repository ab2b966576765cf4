import { Fault } from '../../../catalog/fault.ts'
import { encodePicture, MEDIA_TYPES } from '../../media/encode-picture.ts'
import { beginEdit } from '../../performers/begin-edit.ts'
import { detectionTask } from '../../performers/detection-task.ts'
import type { EffectResult, EffectTask, Performer } from '../../performers/performer.ts'
import { pickTarget } from '../../performers/pick-target.ts'
import { protectOthers } from '../../performers/protect-others.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Body } from '../../vision/bodies/body.ts'
import { detectBodies } from '../../vision/bodies/detect-bodies.ts'
import { trimToSelfieMask } from '../../vision/bodies/trim-to-selfie-mask.ts'
import { detectFaces } from '../../vision/faces/detect-faces.ts'
import { type BodyFeatures, bodyReshape } from './body-reshape.ts'

/** Finds the bodies of a picture, and changes the build of one of them. */
export const bodyReshapePerformer: Performer = {
  'pre-process': detectionTask(bodiesOf),
  effect: reshapeOne,
}

async function bodiesOf(job: EffectTask): Promise<Body[]> {
  const { picture } = await job.picture('src')
  return await detectBodies(picture, await job.vision(), job.checkpoint)
}

/**
 * Throws Fault `target` when the asked body is not there or none can be told apart, `pose` when others stand too close
 * to it, and what the effect throws.
 */
async function reshapeOne(job: EffectTask): Promise<EffectResult> {
  const start = performance.now()
  const { picture, format, own } = await job.picture('src')
  const vision = await job.vision()
  const bodies = await detectBodies(picture, vision, job.checkpoint)
  if (bodies.length === 0) await refuseCrowd(job, picture)
  const body = pickTarget(bodies, 'body', job.parameters['index'])
  const others = await protectOthers(picture, body, bodies, vision, job.checkpoint)
  const trimmed = await trimToSelfieMask(picture, body, vision)
  const colours = await beginEdit({ picture, own })
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
async function refuseCrowd(job: EffectTask, picture: Picture): Promise<void> {
  const { length } = await detectFaces(picture, await job.vision(), job.checkpoint)
  if (length === 0) return
  const seen = length === 1 ? 'One face was' : `${length} faces were`
  throw new Fault('target', `${seen} found in the picture, and no body that could be told apart.`)
}

function elapsed(start: number): number {
  return Math.round(performance.now() - start)
}
