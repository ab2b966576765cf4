import type { Size } from '../../../../engine/geometry/size.ts'
import { look, type Seen } from './look.ts'

type Answer = { seen: Seen } | { error: string }

/** The part of the browser's worker that is used here. */
declare const Worker: new (
  url: string,
) => {
  onmessage: (event: { data: Answer }) => void
  onerror: (event: { message: string }) => void
  postMessage(size: Size): void
  terminate(): void
}

/** {@link look} in a classic worker, whose script is in another folder than the runtime. */
function lookInWorker(size: Size): Promise<Seen> {
  const worker = new Worker('/worker.js')
  return new Promise<Seen>((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if ('seen' in data) resolve(data.seen)
      else reject(new Error(data.error))
    }
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.postMessage(size)
  }).finally(() => worker.terminate())
}

Object.assign(globalThis, { look, lookInWorker })
