import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import { toFunctionError } from './function-error.ts'
import type { InvokeResult } from './hosted-function.ts'
import { importHandler } from './import-handler.ts'
import type { IsolatedAnswer, IsolatedCall, IsolatedData } from './isolated-messages.ts'
import { lambdaContextOf } from './lambda-context.ts'

const { entry } = workerData as IsolatedData
const loading = importHandler(entry, 'worker')
loading.catch(() => undefined)

async function run(call: IsolatedCall): Promise<InvokeResult> {
  try {
    const handler = await loading
    const payload = await handler(JSON.parse(call.payload), lambdaContextOf(call.facts))
    return { payload: payload ?? null }
  } catch (error) {
    return { error: toFunctionError(error) }
  }
}

/** Bytes of buffers that an invocation may leave behind. */
const LITTER = 64e6

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

parentPort!.on('message', async (call: IsolatedCall) => {
  const answer: IsolatedAnswer = { result: JSON.stringify(await run(call)) }
  parentPort!.postMessage(answer)
  // A picture's pixels weigh nothing in V8's own heap, which may not be collected before the next one is decoded.
  if (process.memoryUsage().arrayBuffers > LITTER) collect()
})
