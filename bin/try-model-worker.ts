import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { lazyNet } from '../engine/vision/load/lazy-net.ts'
import { openNodeRuntime } from '../engine/vision/load/open-node-runtime.ts'

const { path, shape } = workerData as { path: string; shape: number[] }

/** Compiles and runs one model on zeros, and tells the other thread how it went. */
async function tryOnce(): Promise<{ error?: string }> {
  try {
    const net = lazyNet(await openNodeRuntime(), [shape], async () => readFileSync(path))
    await net.run(new Float32Array(shape.reduce((all, side) => all * side, 1)))
    return {}
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.postMessage(await tryOnce())
