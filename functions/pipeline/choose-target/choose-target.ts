import { Failure } from '../../../catalog/failures/failure.ts'
import { isPicture } from '../../../catalog/files/file-rule.ts'
import { MAX_TARGETS } from '../../../catalog/recipe/shape/recipe.ts'
import { pickTargets, type Target, type TargetBox } from '../../../catalog/targets/pick-targets.ts'
import { type JudgedBox, pickUsable } from '../../../catalog/targets/pick-usable.ts'
import type { Jobs } from '../core/ports/job.ts'
import type { Prepared } from '../core/ports/prepared.ts'
import type { FoundBoxes } from '../core/ports/trail.ts'
import { fetchResults } from '../core/steps/fetch-results.ts'
import { foundIn } from '../core/steps/found-in.ts'
import { type JobStep, loadStep } from '../core/steps/load-step.ts'
import { preparableRule } from '../core/steps/preparable-rule.ts'
import type { PreviousTask } from '../core/steps/resolve-source.ts'
import type { SourceHeaderDeps } from '../core/steps/source-header.ts'

export type ChooseTargetInput = {
  job: string
  /** Index of the step in the recipe, from 0. */
  step: number
  /** The output of the state PreProcess. `taskId` is null where no detection was needed. */
  detection: { taskId: string | null }
  /** What the last Prepare did; of this step or an earlier one. */
  prepared?: Prepared | null
  /** The effect task of the step before. */
  previous?: PreviousTask | null
}

export type ChooseTargetDeps = SourceHeaderDeps & { jobs: Jobs }

/**
 * The targets of a step, its feature, whether the step is the last of the recipe, whether the source is prepared when
 * the service refuses it (a target too small in a picture, a video of another kind), whether several results go
 * into one picture, and everybody who was detected, for the record: null where nobody had to be, or the size of what
 * they were found in is not known.
 */
export type ChosenTargets = {
  feature: string
  targets: Target[]
  last: boolean
  framed: boolean
  together: boolean
  found: FoundBoxes | null
}

/**
 * Chooses the people that the effect works on. Throws `NoTarget` when nobody was found or usable, `TargetMissing` when
 * there are more than a recipe may have, and otherwise like `fetchResults`.
 */
export async function chooseTarget(
  input: ChooseTargetInput,
  deps: ChooseTargetDeps,
): Promise<ChosenTargets> {
  const at = await loadStep(input.job, input.step, deps.jobs)
  const { step, feature, last } = at
  const prepared = input.prepared?.step === input.step ? input.prepared : undefined
  const chosen = (targets: Target[], found: FoundBoxes | null = null): ChosenTargets => ({
    feature: feature.name,
    targets,
    last,
    framed: prepared === undefined && mayBeRefused(preparableRule(at)),
    together: step.together === true && targets.length > 1,
    found,
  })
  if (input.detection.taskId === null)
    return chosen([{ index: indexIn(step.target), why: nameOf(step.target) }])

  const { results } = await fetchResults(
    {
      job: input.job,
      feature: feature.name,
      stage: 'pre-process',
      taskId: input.detection.taskId,
    },
    deps.provider,
  )
  const boxes = results.result ?? []
  const cropped = prepared?.preparation?.target
  const targets = cropped ? pickNearest(cropped, boxes) : pick(at, boxes)
  if (targets.length === 0) throw new Failure('NoTarget')
  if (targets.length > MAX_TARGETS) {
    throw new Failure(
      'TargetMissing',
      `The picture has ${targets.length} targets; a recipe with target all works on ${MAX_TARGETS} at most.`,
    )
  }
  return chosen(targets, await foundIn(boxes, at, { ...input, prepared }, deps))
}

/** Whom the step's target means. Throws `NoTarget` in words where the feature accepts nobody. */
function pick(at: JobStep, boxes: JudgedBox[]): Target[] {
  if (at.step.target !== 'usable') return pickTargets(at.step.target, boxes)
  const picked = pickUsable(boxes, mayBeRefused(preparableRule(at)))
  if (picked && 'refusal' in picked) throw new Failure('NoTarget', picked.refusal)
  return picked ? [picked.target] : []
}

/** Of a feature that is not told whom it works on, its service works on the largest. */
function nameOf(target: string): string {
  return target === 'usable' ? 'largest' : target
}

/** Whether a service may refuse a source for what its header does not tell. */
function mayBeRefused(rule: ReturnType<typeof preparableRule>): boolean {
  return rule !== undefined && (!isPicture(rule) || rule.framing !== undefined)
}

/** The person that the picture was cropped to: who is nearest to where that one was found. */
function pickNearest(cropped: TargetBox, boxes: TargetBox[]): Target[] {
  const centre = ({ left, top, width, height }: TargetBox) => ({
    x: left + width / 2,
    y: top + height / 2,
  })
  const { x, y } = centre(cropped)
  const distance = (box: TargetBox): number => Math.hypot(centre(box).x - x, centre(box).y - y)
  const found = boxes.map((box, index) => ({ index, box, why: 'the picture was cropped to it' }))
  return found.toSorted((a, b) => distance(a.box) - distance(b.box)).slice(0, 1)
}

function indexIn(target: string): number {
  return target.startsWith('index:') ? Number(target.slice('index:'.length)) : 0
}
