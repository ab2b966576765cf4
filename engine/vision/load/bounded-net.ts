import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Net } from '../vision.ts'

/** The longest that a model may take to be compiled and run once, seconds, and the most memory it may have then. */
export const BOUNDS = { seconds: 60, megabytes: 1000 } as const

/** A model that is run within bounds. */
export type BoundedModel = {
  /** The file’s name, for messages. */
  file: string
  bytes: Uint8Array
  /** Of its input tensor. */
  shape: readonly number[]
  /** @default {@link BOUNDS} */
  bounds?: { seconds: number; megabytes: number }
}

/**
 * The program of the thread. It is text, because a bundled function has one file, and a thread would need another. It
 * loads the runtime as `openNodeRuntime` does. A WebAssembly memory that would grow beyond the bound does not grow: the
 * runtime then fails for want of memory, whatever sizes the file claims of its tensors. LiteRT only prints some errors
 * and returns noise, so printed errors count.
 */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads')
const { readFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { dirname } = require('node:path')
const { compileFunction } = require('node:vm')
const { library, runtime, bytes, shape, most } = workerData
const { grow } = WebAssembly.Memory.prototype
let exceeded = false
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * 65536 > most) {
    exceeded = true
    throw new RangeError('The bound of memory is reached.')
  }
  return grow.call(this, pages)
}
const printed = []
const errorsPrinted = () => printed.filter((line) => line.startsWith('ERROR')).join(' ')
globalThis.self = globalThis
globalThis.Module = { print() {}, printErr: (line) => printed.push(line) }
globalThis.importScripts = (path) => {
  const module = { exports: {} }
  const names = ['exports', 'require', 'module', '__filename', '__dirname']
  const glue = compileFunction(readFileSync(path, 'utf8'), names, { filename: path })
  glue(module.exports, createRequire(path), module, path, dirname(path))
  globalThis.ModuleFactory = module.exports
}
console.warn = () => {}
let opened
async function open() {
  const { loadLiteRt, Tensor } = await import(library)
  const liteRt = await loadLiteRt(runtime)
  return { Tensor, model: await liteRt.loadAndCompile(bytes, { accelerator: 'wasm' }) }
}
async function run(values) {
  printed.length = 0
  opened ??= open()
  const { Tensor, model } = await opened
  const input = new Tensor(values, shape)
  const outputs = await model.run([input])
  const copies = outputs.map((output) => {
    const copy = output.toTypedArray()
    output.delete()
    return copy
  })
  input.delete()
  if (errorsPrinted()) throw new Error('The runtime failed.')
  return copies
}
parentPort.on('message', async (values) => {
  try {
    const outputs = await run(values)
    parentPort.postMessage({ outputs }, outputs.map(({ buffer }) => buffer))
  } catch (error) {
    const errors = errorsPrinted()
    const reason = errors ? 'LiteRT: ' + errors : String(error?.message ?? error)
    parentPort.postMessage({ reason, exceeded })
  }
})
`

type Answer = { outputs: Float32Array[] } | { reason: string; exceeded: boolean }

/**
 * A network of a file that users bring, in a thread and a runtime of its own: neither a run that does not end nor
 * tensors that grow beyond what the file says reach the networks beside it. The thread is started at the first run, and
 * anew after a run that failed.
 * @returns a network whose `run` throws in words when the model takes longer, needs more memory, or cannot be run
 */
export function boundedNet({ file, bytes, shape, bounds = BOUNDS }: BoundedModel): Net & {
  close(): Promise<void>
} {
  let worker: Worker | undefined
  let closed = false
  let last: Promise<unknown> = Promise.resolve()
  const stop = async (): Promise<void> => {
    const stopping = worker
    worker = undefined
    await stopping?.terminate()
  }
  const runOnce = async (values: Float32Array): Promise<Float32Array[]> => {
    if (closed) throw new Error('The models are closed.')
    worker ??= startThread(bytes, shape, bounds.megabytes * 1e6)
    const answer = await answerOf(worker, values, bounds.seconds)
    if ('outputs' in answer) return answer.outputs
    await stop()
    throw new Error(
      answer.exceeded
        ? `${file} needs more than ${bounds.megabytes} MB of memory.`
        : `${file}: ${answer.reason}`,
    )
  }
  return {
    run: (values) => {
      const turn = last.then(() => runOnce(values ?? new Float32Array()))
      last = turn.catch(() => undefined)
      return turn
    },
    close: async () => {
      closed = true
      await stop()
    },
  }
}

function startThread(bytes: Uint8Array, shape: readonly number[], most: number): Worker {
  const { resolve } = createRequire(import.meta.url)
  const worker = new Worker(PROGRAM, {
    eval: true,
    env: {},
    workerData: {
      library: pathToFileURL(resolve('@litertjs/core')).href,
      runtime: resolve('@litertjs/core/wasm/litert_wasm_internal.js').replace(/[^/\\]+$/, ''),
      bytes,
      shape,
      most,
    },
    stdout: true,
    stderr: true,
  })
  // What a run of it throws is told by the run.
  worker.on('error', () => {})
  // While it waits for the next picture it keeps no process from ending; a run's timer does.
  worker.unref()
  return worker
}

async function answerOf(worker: Worker, values: Float32Array, seconds: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const ended = new AbortController()
  try {
    return await new Promise<Answer>((done) => {
      const fail = (reason: string): void => done({ reason, exceeded: false })
      const message = (answer: Answer): void => done(answer)
      const error = (thrown: unknown): void => fail(String(thrown))
      const exit = (): void => fail('The runtime ended.')
      worker.on('message', message).on('error', error).on('exit', exit)
      ended.signal.addEventListener('abort', () => {
        worker.off('message', message).off('error', error).off('exit', exit)
      })
      timer = setTimeout(() => fail(`It took longer than ${seconds} seconds.`), 1000 * seconds)
      worker.postMessage(values)
    })
  } finally {
    clearTimeout(timer)
    ended.abort()
  }
}
