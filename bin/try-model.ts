import { Worker } from 'node:worker_threads'
import type { InspectedModel } from '../engine/models/inspect-tflite.ts'
import type { ModelManifest } from '../engine/models/model-manifest.ts'

/** The longest a model may take to be compiled and run once, in milliseconds. */
const LONGEST = 60_000

/**
 * Runs a model once on an empty picture, in a thread that is ended when it takes too long.
 * @throws Error that says why the model cannot be run
 */
export async function tryModel(
  path: string,
  { input }: Pick<ModelManifest, 'input'>,
  { customOperations }: Pick<InspectedModel, 'customOperations'>,
  longest = LONGEST,
): Promise<void> {
  const worker = new Worker(new URL('./try-model-worker.ts', import.meta.url), {
    workerData: { path, shape: [1, input.height, input.width, input.channels] },
    stdout: true,
    stderr: true,
  })
  let timer: NodeJS.Timeout | undefined
  try {
    const reason = await new Promise<string | undefined>((done) => {
      worker.once('message', ({ error }: { error?: string }) => done(error))
      worker.once('error', (error) => done(String(error)))
      worker.once('exit', () => done('The runtime ended.'))
      timer = setTimeout(() => done(`It took longer than ${longest / 1000} seconds.`), longest)
    })
    if (reason === undefined) return
    const operations = customOperations.length
      ? ` It uses operations outside TensorFlow Lite’s own: ${customOperations.join(', ')}.`
      : ''
    throw new Error(`The runtime cannot run the model. ${reason}${operations}`)
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
