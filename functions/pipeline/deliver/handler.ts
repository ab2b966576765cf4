import { stepHandler } from '../step-handler.ts'
import { endJobDeps, provider } from '../wiring.ts'
import { type DeliverInput, deliver } from './deliver.ts'
import { downloadResult } from './download-result.ts'

const deps = { ...endJobDeps(), provider: provider(), download: downloadResult }

/** The state Deliver: files the results and the receipt and ends the job. */
export const handler = stepHandler(async (input: DeliverInput) => {
  const job = await deliver(input, deps)
  // Facts only: a state carries no content.
  return { job: input.job, results: job?.results?.map(({ key }) => key) ?? [] }
})
