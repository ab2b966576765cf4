import { parentPort, workerData } from 'node:worker_threads'
import type { InvokeResult } from '../../local/lambda/hosted-function.ts'
import { importHandler } from '../../local/lambda/import-handler.ts'
import { type InvocationFacts, lambdaContextOf } from '../../local/lambda/lambda-context.ts'
import { invocationClock, type Split } from './invocation-clock.ts'

/** One invocation for this thread; payloads travel as JSON text. */
export type ThreadCall = { facts: InvocationFacts; payload: string }

/** How it ended, and where its time went. */
export type ThreadAnswer = { requestId: string; result: InvokeResult; split: Split }

const clock = invocationClock()
const handler = await importHandler(workerData.entry, 'bench')

parentPort!.on('message', async ({ facts, payload }: ThreadCall) => {
  const event: unknown = JSON.parse(payload)
  const [answered, split] = await clock(async () => handler(event, lambdaContextOf(facts)))
  const answer: ThreadAnswer = {
    requestId: facts.requestId,
    result: { payload: answered },
    split,
  }
  parentPort!.postMessage(answer)
})
