import type { AnyCondition } from '../../catalog/failures/condition.ts'
import type { ModelManifest, ModelTask } from './model-manifest.ts'

/** What ends a task without a file, and not with it. */
export type LiftedRefusal = {
  task: ModelTask
  /** Of the task `matte`. */
  shows?: 'anything'
  /** A name of the catalogue. */
  feature: string
  condition: AnyCondition
  /** What the refusal begins with, or holds, as clients read it. */
  says: string
  /** Where that is so. */
  where: string
}

const NO_GROUND = 'has no plain ground to cut the product out of'

function cutOut(feature: string): LiftedRefusal {
  const where = 'a product picture without a plain ground, in which nobody wears it'
  return {
    task: 'matte',
    shows: 'anything',
    feature,
    condition: 'reference',
    says: NO_GROUND,
    where,
  }
}

/** Every refusal that a file of users lifts. Whether a result is good depends on the file. */
export const LIFTED_REFUSALS: readonly LiftedRefusal[] = [
  cutOut('2d-vto/earring'),
  cutOut('2d-vto/necklace'),
  cutOut('2d-vto/bracelet'),
  cutOut('cloth-v3'),
  {
    task: 'parse',
    feature: 'cloth-v3',
    condition: 'reference',
    says: 'The garment that is worn in the reference cannot be told from skin',
    where: 'a garment of the colours of its wearer’s skin, which the network tells from it',
  },
  {
    task: 'inpaint',
    feature: 'hair-transfer',
    condition: 'short-hair',
    says: 'The new hair is shorter or narrower than the person’s own',
    where: 'hair that leaves much of what the old one hid to be seen',
  },
  {
    task: 'inpaint',
    feature: 'cloth-v3',
    condition: 'mismatch',
    says: 'The reference leaves much of what is worn uncovered',
    where:
      'a garment narrower than the worn one by up to a wide sleeve, behind which is background',
  },
]

/** The refusals that a file with this manifest lifts. */
export function liftedBy(manifest: ModelManifest): LiftedRefusal[] {
  return LIFTED_REFUSALS.filter(
    ({ task, shows }) =>
      task === manifest.task &&
      (shows === undefined || (manifest.task === 'matte' && manifest.shows === shows)),
  )
}
