import { env } from '../../env.ts'
import { announce, jobs, objects, provider } from '../adapters.ts'
import { stepHandler } from '../step-handler.ts'
import { type DeliverInput, deliver } from './deliver.ts'
import { downloadResult } from './download-result.ts'

const deps = {
  jobs: jobs(),
  provider: provider(),
  objects: objects(),
  download: downloadResult,
  announce: announce(),
  resultsBucket: env('RESULTS_BUCKET'),
  resultsPrefix: env('RESULTS_PREFIX'),
  now: Date.now,
}

/** The state Deliver: files the results and the receipt and ends the job. */
export const handler = stepHandler(async (input: DeliverInput) => {
  const job = await deliver(input, deps)
  // Facts only: a state carries no content.
  return { job: input.job, results: job?.results?.map(({ key }) => key) ?? [] }
})
