import { parentPort } from 'node:worker_threads'
import { asStateError } from '../state-error.ts'
import type { EvaluationAnswer, EvaluationCall } from './bounded-evaluator.ts'
import { createEvaluator } from './evaluator.ts'
import { queryFunctions, seededRandom } from './functions.ts'

let now: number
let random: () => number
const clock = { now: () => now, setTimeout: () => () => {} }
const evaluator = createEvaluator(queryFunctions(clock, () => random()))

async function answer(call: EvaluationCall) {
  now = call.now
  let drawn = 0
  random = () => seededRandom(call.seed * 2 ** 32 + drawn++)
  try {
    return { json: JSON.stringify(await evaluator.fill(call.template, call.variables, call.field)) }
  } catch (thrown) {
    const { error, cause } = asStateError(thrown)
    return { error, cause }
  }
}

/** How long this thread has run, so that the next expression does not pay for the ones before it. */
function ranMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

parentPort!.on('message', async (call: EvaluationCall) => {
  const told = await answer(call)
  parentPort!.postMessage({ ...told, ranMs: ranMs() } satisfies EvaluationAnswer)
})
parentPort!.postMessage({ ranMs: ranMs() })
