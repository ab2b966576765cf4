import { paginateListObjectsV2 } from '@aws-sdk/client-s3'
import type {
  AuditAnswer,
  BudgetAnswer,
  CostsAnswer,
  ParkedAnswer,
} from '../../../../catalog/console/service-wire.ts'
import { readBudget } from '../../../operate/budget/read-budget.ts'
import { readOutcomes } from '../../../operate/costs/read-outcomes.ts'
import { parkedJobs } from '../../../operate/jobs/parked-jobs.ts'
import { type ConsoleRoute, route } from '../route.ts'
import type { ServiceDeps } from './service-deps.ts'
import { SERVICE } from './service-forms.ts'

const DAY_MS = 86_400_000
const DAYS = 14
const PARKED = 50
/** Recipes whose costs are told apart; those beyond them are one row together. */
const MOST_RECIPES = 200

/** What jobs cost and may cost, what waits for the budget, and who changed what. */
export const SPENDING_ROUTES: readonly ConsoleRoute<ServiceDeps>[] = [
  route({
    ...SERVICE.costs,
    handle: async ({ query: { days = DAYS } }, deps: ServiceDeps) => {
      const { cloudWatch, pipelineName: pipeline } = deps
      const now = deps.now()
      const recipes = await namesOfRecipes(deps)
      const answer: CostsAnswer = {
        rows: await readOutcomes(cloudWatch, { pipeline, recipes, days, now }),
        days: Array.from({ length: days }, (_, at) =>
          new Date(now - (days - 1 - at) * DAY_MS).toISOString().slice(0, 10),
        ),
      }
      return { json: answer }
    },
  }),
  route({
    ...SERVICE.budget,
    handle: async (_, { pipeline, budget, now }: ServiceDeps) => ({
      json: (await readBudget(pipeline, budget, now())) satisfies BudgetAnswer,
    }),
  }),
  route({
    ...SERVICE.parked,
    handle: async ({ query: { limit = PARKED } }, { pipeline }: ServiceDeps) => {
      const jobs: ParkedAnswer['jobs'] = []
      let more = false
      for await (const { id, source, recipe, parked } of parkedJobs(pipeline)) {
        more = jobs.length === limit
        if (more) break
        if (parked) jobs.push({ id, key: source.key, recipe: recipe.name, ...parked })
      }
      return { json: { jobs, more } satisfies ParkedAnswer }
    },
  }),
  route({
    ...SERVICE.audit,
    handle: async ({ query: { before, limit = PARKED } }, { readAudit }: ServiceDeps) => ({
      json: (await readAudit({ before, limit })) satisfies AuditAnswer,
    }),
  }),
]

async function namesOfRecipes({ pipeline: { s3, at } }: ServiceDeps): Promise<string[]> {
  const names: string[] = []
  const pages = paginateListObjectsV2({ client: s3 }, { Bucket: at.dropBucket, Prefix: 'recipes/' })
  for await (const { Contents = [] } of pages) {
    for (const { Key = '' } of Contents) {
      const name = /^recipes\/([^/]+)\.json$/.exec(Key)?.[1]
      if (name !== undefined) names.push(name)
      if (names.length >= MOST_RECIPES) return names
    }
  }
  return names
}
