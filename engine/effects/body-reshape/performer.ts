import { Fault } from '../../../catalog/failures/fault.ts'
import { protectOthers } from '../../body/protect-others.ts'
import type { OpenedPicture } from '../../media/open-picture.ts'
import { type Detected, detectionTask } from '../../performers/detection-task.ts'
import { editPicture } from '../../performers/edit-picture.ts'
import type { EffectTask, Performer } from '../../performers/performer.ts'
import { pickTarget } from '../../performers/pick-target.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import type { Body } from '../../vision/bodies/body.ts'
import { detectBodies } from '../../vision/bodies/detect-bodies.ts'
import { trimToSelfieMask } from '../../vision/bodies/trim-to-selfie-mask.ts'
import { detectFaces } from '../../vision/faces/detect-faces.ts'
import { type BodyFeatures, bodyReshape } from './body-reshape.ts'

type OpenedBody = OpenedPicture & { body: Body; others: readonly { mask: Mask }[] }

/** Performs body-reshape: finds the bodies of a picture, and reshapes one of them. */
export const bodyReshapePerformer: Performer = {
  'pre-process': detectionTask('body-reshape', bodiesOf, async (body, { picture, found }, task) => {
    await protectOthers(picture, body, found, await task.vision(), task.checkpoint)
  }),
  effect: editPicture({
    open: openBody,
    apply: ({ picture, body, others }, { parameters }) => {
      const done = bodyReshape(picture, body, others, parameters['features'] as BodyFeatures)
      return {
        picture: done.picture,
        results: { ...done.applied, ...(done.note && { note: done.note }) },
      }
    },
    timed: true,
  }),
}

async function bodiesOf(task: EffectTask): Promise<Detected<Body>> {
  const { picture } = await task.openPicture('src')
  return { picture, found: await findBodies(task, picture) }
}

/** The bodies of the source: the detection and the effect after it, which see the same ones, find them once. */
async function findBodies(task: EffectTask, picture: Picture): Promise<Body[]> {
  return await task.readOnce('bodies', [{ role: 'src', at: 0 }], async () =>
    detectBodies(picture, await task.vision(), task.checkpoint),
  )
}

/**
 * Opens the source and finds the body to change, and everybody else, who must not change.
 * @throws Fault `target` when the body is not there or none can be told apart, `pose` when others stand too close to it
 */
async function openBody(task: EffectTask): Promise<OpenedBody> {
  const opened = await task.openPicture('src')
  const { picture } = opened
  const vision = await task.vision()
  const bodies = await findBodies(task, picture)
  if (bodies.length === 0) await refuseCrowd(task, picture)
  const body = pickTarget(bodies, 'body', task.parameters['index'])
  const others = await protectOthers(picture, body, bodies, vision, task.checkpoint)
  return { ...opened, body: await trimToSelfieMask(picture, body, vision), others }
}

/** Throws Fault `target` that counts the faces, if a picture without bodies shows any. */
async function refuseCrowd(task: EffectTask, picture: Picture): Promise<void> {
  const { length } = await detectFaces(picture, await task.vision(), task.checkpoint)
  if (length === 0) return
  const seen = length === 1 ? 'One face was' : `${length} faces were`
  throw new Fault('target', `${seen} found in the picture, and no body that could be told apart.`)
}
