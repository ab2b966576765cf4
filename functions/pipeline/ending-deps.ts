import { randomUUID } from 'node:crypto'
import { env } from '../env.ts'
import { announce, budgetBook, jobs, objects } from './wiring.ts'

/** What a state that ends jobs works with. */
export function endingDeps() {
  return {
    jobs: jobs(),
    objects: objects(),
    book: budgetBook(),
    announce: announce(),
    resultsBucket: env('RESULTS_BUCKET'),
    resultsPrefix: env('RESULTS_PREFIX'),
    unique: randomUUID,
    now: Date.now,
  }
}
