import { findFeature } from '../../../catalog/features/features.ts'
import { isPicture } from '../../../catalog/files/file-rule.ts'
import type { PipelineBounds } from '../../../catalog/limits/pipeline-bounds.ts'
import type { Recipe } from '../../../catalog/recipe/shape/recipe.ts'
import { type BudgetLine, readBudget } from '../budget/read-budget.ts'
import { type EndedJob, type Estimate, estimateFrom, lastEnded } from '../costs/estimate.ts'
import type { PipelineClients } from '../pipeline-clients.ts'
import { planFiles } from './plan-files.ts'
import { quotasOf } from './quotas.ts'
import type { Plan } from './simulate.ts'

/** Files that are about to be handed over. */
export type Foretold = {
  name: string
  recipe: Recipe
  files: number
  /** Dropped evenly over so many seconds, or as a batch of so many files at once. */
  arrival: Plan['arrival']
}

export type ForetellSite = {
  bounds?: PipelineBounds | undefined
  local: boolean
  /** Whose quotas count. */
  region: string
  /** Epoch milliseconds. */
  now: number
}

/** What files will take and what bounds them. */
export type Outlook = Estimate & {
  /** What they wait for most; absent where that is not known, or where nothing holds them up. */
  bound?: { name: string; seconds: number; workers: number }
  /** How many of the files the budget of this day holds, and how many days it takes them all. */
  budget?: { holds: number; days: number }
}

/** More files take as much longer as there are more of them: what bounds them is busy all the time. */
const MOST_SIMULATED = 20_000
/** Below it, what is used most holds nothing up. */
const BUSY = 0.5

/** Foretells what files will take under a recipe, by its last jobs and by what bounds the pipeline. */
export async function foretell(
  asked: Foretold,
  clients: Pick<PipelineClients, 'db' | 'at'>,
  site: ForetellSite,
): Promise<Outlook> {
  const jobs = await lastEnded(asked.name, clients)
  const { budget } = site.bounds ?? {}
  const { lines = [] } = budget ? await readBudget(clients, budget, site.now) : {}
  return outlookFrom(jobs, lines, asked, site)
}

/** The same from given jobs that have ended, and from what is taken of the day's budget. */
export function outlookFrom(
  jobs: readonly EndedJob[],
  budget: readonly BudgetLine[],
  asked: Foretold,
  site: ForetellSite,
): Outlook {
  const expected = estimateFrom(jobs, asked.files)
  const succeeded = jobs.filter(({ status, refused }) => status === 'succeeded' && !refused)
  return {
    ...expected,
    ...(succeeded.length > 0 && asked.files > 0 && boundOf(succeeded, asked, site)),
    ...budgetOf(asked, expected, budget),
  }
}

function boundOf(
  jobs: readonly EndedJob[],
  { recipe, files, arrival }: Foretold,
  { bounds, local, region }: ForetellSite,
): Pick<Outlook, 'bound'> {
  if (!bounds?.workers) return {}
  const first = findFeature(recipe.steps[0]?.feature ?? '')
  const workers = bounds.workers[!first || isPicture(first.files.src) ? 'pictures' : 'videos']
  const simulated = Math.min(files, MOST_SIMULATED)
  const planned = planFiles(
    jobs,
    {
      files: simulated,
      arrival,
      workers,
      openFiles: bounds.openFiles,
      workerMegabytes: 0,
      quotas: quotasOf(region, local),
      ...(local && { processors: 1 }),
    },
    () => 0.5,
  )
  const [busiest] = planned.bounds
  if (!busiest || busiest.share < BUSY) return {}
  const seconds = planned.seconds * (files / simulated)
  return { bound: { name: busiest.name, seconds, workers } }
}

/** By the limit of the day that takes the most days. */
function budgetOf(
  { name, files }: Foretold,
  { units, dollars }: Estimate,
  budget: readonly BudgetLine[],
): Pick<Outlook, 'budget'> {
  const shares = budget
    .filter(({ recipe }) => recipe === undefined || recipe === name)
    .flatMap(({ of, taken, most }) => {
      const each = ((of === 'units' ? units : dollars) ?? 0) / files
      // One file more or less is no matter where both are estimates.
      const held = (amount: number): number => Math.floor(Math.max(0, amount) / each + 1e-9)
      if (!(each > 0) || held(most - taken) >= files) return []
      const [holds, aDay] = [held(most - taken), held(most)]
      return [{ holds, days: aDay > 0 ? 1 + Math.ceil((files - holds) / aDay) : Infinity }]
    })
  const [tightest] = shares.toSorted((one, other) => other.days - one.days)
  return tightest ? { budget: tightest } : {}
}
