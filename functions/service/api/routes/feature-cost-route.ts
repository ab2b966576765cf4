import { FEATURES, taskPath } from '../../../../catalog/features/features.ts'
import type { JsonSchema } from './json-schema.ts'
import { PAGE_QUERY, paginate } from './page.ts'
import type { Route } from './route.ts'

const PRICES = FEATURES.flatMap((feature) =>
  feature.costs.map((cost) => ({ ...cost, path: taskPath(feature, 'effect') })),
)

const sku: JsonSchema = {
  type: 'object',
  properties: {
    description: { type: 'string' },
    amount: { type: 'number', description: 'Units for `proc_unit` of `unit`.' },
    unit: { enum: ['result_image', 'second'] },
    proc_unit: { type: 'integer' },
    run_task_url: { type: 'string', format: 'uri' },
  },
  required: ['description', 'amount', 'unit', 'proc_unit', 'run_task_url'],
}

/** What the features cost: one entry for each price. */
export const featureCostRoute: Route = {
  method: 'GET',
  path: '/s2s/v2.0/credit/feature-cost',
  operation: {
    id: 'listFeatureCosts',
    tag: 'Units',
    summary:
      'What each feature costs. Only a task that succeeds is charged; started seconds of what was made count whole.',
    query: PAGE_QUERY,
    response: {
      result: {
        type: 'object',
        properties: {
          next_token: { type: ['string', 'null'] },
          skus: { type: 'array', items: sku },
        },
        required: ['next_token', 'skus'],
      },
    },
    failures: ['InvalidParameters'],
  },
  handle: ({ request }) => {
    const { items, nextToken } = paginate(PRICES, ({ description }) => description, {
      list: 'costs',
      query: request.query,
    })
    const skus = items.map(({ description, amount, unit, path }) => ({
      description,
      amount,
      unit,
      proc_unit: 1,
      run_task_url: `${request.origin}${path}`,
    }))
    return { json: { result: { next_token: nextToken, skus } } }
  },
}
