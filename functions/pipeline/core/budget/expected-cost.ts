import { findFeature } from '../../../../catalog/features/features.ts'
import { takesIndex } from '../../../../catalog/features/takes-index.ts'
import { isPicture } from '../../../../catalog/files/file-rule.ts'
import { BEDROCK_VIDEO_PRICES } from '../../../../catalog/generator/bedrock-prices.ts'
import { MAX_TARGETS, type RecipeStep } from '../../../../catalog/recipe/shape/recipe.ts'
import { unitRange } from '../../../../catalog/tasks/units-of.ts'
import { estimateCost } from '../cost/estimate-cost.ts'
import type { Job } from '../ports/job.ts'
import type { Trail, TrailTask } from '../ports/trail.ts'
import { preparableRule } from '../steps/preparable-rule.ts'

/** The most a job may cost, in units of the service and in dollars. */
export type ExpectedCost = { units: number; dollars: number }

/**
 * The most a successful job costs: every step is done, for as many people as the recipe allows, on videos as long as
 * the feature takes them, with results as large as the source. A failed job never costs more units.
 */
export function expectedCost(job: Job): ExpectedCost {
  const steps = job.recipe.plan?.steps ?? []
  const tasks = steps.map((step) => Array.from({ length: targetsOf(step) }, taskAt))
  const trail: Trail = {
    steps: steps.map(({ feature }, at) => ({ feature, detection: 'task', tasks: tasks[at] ?? [] })),
    states: [...steps.flatMap((step) => statesOf(job, step)), entered('Deliver')],
  }
  const { size } = job.source
  const results = (tasks.at(-1) ?? []).map(() => ({
    bucket: '',
    key: '',
    contentType: '',
    sha256: '',
    size,
  }))
  const { units, dollars } = estimateCost({ ...job, status: 'succeeded', trail, results })
  const most = steps.reduce((sum, step) => sum + targetsOf(step) * mostUnits(step), 0)
  const generated = steps.reduce((sum, step) => sum + targetsOf(step) * mostGenerated(step, job), 0)
  return {
    units: most,
    dollars: dollars.total + (most - units) * (job.unitPrice ?? 0) + generated,
  }
}

/** Milliseconds the engine takes for a picture of 50 megapixels, and for the longest video, with room. */
const PICTURE_MS = 60_000
const VIDEO_MS = 900_000

function entered(state: string, ms = 0): Trail['states'][number] {
  return { state, ms, retries: 0 }
}

function statesOf(job: Job, step: RecipeStep): Trail['states'] {
  const plain = [entered('PreProcess'), entered('ChooseTarget'), entered('EachTarget')]
  const feature = findFeature(step.feature)
  const { plan } = job.recipe
  const rule = plan && feature && preparableRule({ job, plan, step, feature })
  if (!rule) return plain
  const again = entered('PreProcess')
  return isPicture(rule)
    ? [again, entered('Prepare', PICTURE_MS), ...plain, entered('Restore', PICTURE_MS)]
    : [again, entered('Prepare', VIDEO_MS), ...plain]
}

function taskAt(_: unknown, index: number): TrailTask {
  return { index, taskId: 'task', status: 'success' }
}

function targetsOf({ feature: name, target }: RecipeStep): number {
  const feature = findFeature(name)
  return target === 'all' && feature && takesIndex(feature) ? MAX_TARGETS : 1
}

/** The dollars that a generator may take for a task; 0 where there is none. */
function mostGenerated({ feature: name, parameters }: RecipeStep, { generatorPrice }: Job): number {
  if (!generatorPrice) return 0
  const feature = findFeature(name)
  const video = feature?.mayAnimate?.(parameters)
  const animated = video ? video.seconds * BEDROCK_VIDEO_PRICES[video.height] : 0
  return animated + (feature?.mayGenerate ? generatorPrice : 0)
}

function mostUnits({ feature: name, parameters }: RecipeStep): number {
  const feature = findFeature(name)
  return feature ? unitRange(feature, parameters).most : 0
}
