import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { ModelRuntime } from './inspect-model.ts'
import { BOUNDS, type ModelBounds } from './model-bounds.ts'
import type { ModelEnd, ModelInput, ModelNet, ModelOutput } from './model-net.ts'
import { findOnnxRuntime, type OnnxRuntime } from './onnx-runtime.ts'

/** A model that is run within bounds. */
export type BoundedModel = {
  /** The file’s name, for messages. */
  file: string
  bytes: Uint8Array
  runtime: ModelRuntime
  /** @default {@link BOUNDS} */
  bounds?: ModelBounds | undefined
  /** @default the installed one */
  onnxRuntime?: OnnxRuntime | undefined
}

/**
 * The program of the thread. It is text, because a bundled function has one file, and a thread would need another. It
 * loads LiteRT as `openNodeRuntime` does, and ONNX Runtime from its files alone: models are given as bytes, so that
 * nothing that a model names outside itself is read. A WebAssembly memory that would grow beyond the bound does not
 * grow: the runtime then fails for want of memory, whatever sizes the file claims of its tensors. LiteRT only prints
 * some errors and returns noise, so printed errors count. Of ONNX Runtime’s errors the part before `ERROR_MESSAGE` and
 * everything behind the first line tell of its build.
 */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads')
const { readFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { dirname } = require('node:path')
const { compileFunction } = require('node:vm')
const { runtime, library, wasm, bytes, most } = workerData
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
console.warn = () => {}

async function openLiteRt() {
  globalThis.self = globalThis
  globalThis.Module = { print() {}, printErr: (line) => printed.push(line) }
  globalThis.importScripts = (path) => {
    const module = { exports: {} }
    const names = ['exports', 'require', 'module', '__filename', '__dirname']
    const glue = compileFunction(readFileSync(path, 'utf8'), names, { filename: path })
    glue(module.exports, createRequire(path), module, path, dirname(path))
    globalThis.ModuleFactory = module.exports
  }
  const { loadLiteRt, Tensor } = await import(library)
  const liteRt = await loadLiteRt(wasm)
  const model = await liteRt.loadAndCompile(bytes, { accelerator: 'wasm' })
  return async (inputs, wanted) => {
    printed.length = 0
    const tensors = inputs.map(({ values, shape }) => new Tensor(values, shape))
    const outputs = await model.run(tensors)
    if (errorsPrinted()) throw new Error('The runtime failed.')
    const output = outputs[wanted]
    if (!output) throw new Error('It has no output ' + wanted + '.')
    const answer = {
      values: output.toTypedArray(),
      shape: Array.from(output.type.layout.dimensions),
    }
    for (const tensor of [...tensors, ...outputs]) tensor.delete()
    return answer
  }
}

async function openOnnx() {
  globalThis.fetch = undefined
  const ort = await import(library)
  ort.env.wasm.numThreads = 1
  ort.env.wasm.wasmBinary = readFileSync(wasm)
  const errorsOnly = 3
  const session = await ort.InferenceSession.create(bytes, {
    executionProviders: ['wasm'],
    logSeverityLevel: errorsOnly,
  })
  const named = (names, end) => (typeof end === 'number' ? names[end] : end)
  return async (inputs, wanted) => {
    const feeds = {}
    for (const { input, values, shape } of inputs) {
      const type = values instanceof Uint8Array ? 'uint8' : 'float32'
      feeds[named(session.inputNames, input)] = new ort.Tensor(type, values, shape)
    }
    const name = named(session.outputNames, wanted)
    const output = (await session.run(feeds, [name]))[name]
    if (output.type !== 'float32' && output.type !== 'uint8') {
      throw new Error('Its output is of ' + output.type + ', not of floats or bytes.')
    }
    return { values: output.data.slice(), shape: Array.from(output.dims) }
  }
}

let opened
parentPort.on('message', async ({ inputs, output }) => {
  try {
    opened ??= runtime === 'onnx' ? openOnnx() : openLiteRt()
    const answer = await (await opened)(inputs, output)
    parentPort.postMessage({ answer }, [answer.values.buffer])
  } catch (error) {
    const told = String(error?.message ?? error)
    const onnx = 'ONNX Runtime: ' + told.replace(/^.*ERROR_MESSAGE: /s, '').split('\\n')[0]
    const liteRt = errorsPrinted() ? 'LiteRT: ' + errorsPrinted() : told
    parentPort.postMessage({ reason: runtime === 'onnx' ? onnx : liteRt, exceeded })
  }
})
`

type Answer = { answer: ModelOutput } | { reason: string; exceeded: boolean }

/**
 * A network of a file that users bring, in a thread and a runtime of its own: neither a run that does not end nor
 * tensors that grow beyond what the file says reach the networks beside it. The thread is started at the first run, and
 * anew after a run that failed.
 * @returns a network whose `run` throws in words when the model takes longer, needs more memory, or cannot be run
 */
export function boundedNet(model: BoundedModel): ModelNet & { close(): Promise<void> } {
  const { file, bounds = BOUNDS } = model
  let worker: Worker | undefined
  let closed = false
  let last: Promise<unknown> = Promise.resolve()
  const stop = async (): Promise<void> => {
    const stopping = worker
    worker = undefined
    await stopping?.terminate()
  }
  const runOnce: ModelNet['run'] = async (inputs, output, clock = { seconds: 0 }) => {
    if (closed) throw new Error('The models are closed.')
    const left = bounds.seconds - clock.seconds
    const late = `It took longer than ${bounds.seconds} seconds.`
    if (left <= 0) throw new Error(`${file}: ${late}`)
    worker ??= startThread(model, bounds.megabytes * 1e6)
    const began = performance.now()
    const answer = await answerOf(worker, { inputs, output }, { seconds: left, late })
    clock.seconds += (performance.now() - began) / 1000
    if ('answer' in answer) return answer.answer
    await stop()
    throw new Error(
      answer.exceeded
        ? `${file} needs more than ${bounds.megabytes} MB of memory.`
        : `${file}: ${answer.reason}`,
    )
  }
  return {
    run: (inputs, output, clock) => {
      const turn = last.then(() => runOnce(inputs, output, clock))
      last = turn.catch(() => undefined)
      return turn
    },
    close: async () => {
      closed = true
      await stop()
    },
  }
}

function startThread({ bytes, runtime, onnxRuntime }: BoundedModel, most: number): Worker {
  const files = runtime === 'onnx' ? (onnxRuntime ?? findOnnxRuntime()) : liteRtFiles()
  const library = pathToFileURL(files.library).href
  const worker = new Worker(PROGRAM, {
    eval: true,
    env: {},
    workerData: { runtime, library, wasm: files.wasm, bytes, most },
    stdout: true,
    stderr: true,
  })
  // What a run of it throws is told by the run.
  worker.on('error', () => {})
  // While it waits for the next picture it keeps no process from ending; a run's timer does.
  worker.unref()
  return worker
}

/** LiteRT’s library and the folder of its WebAssembly modules. */
function liteRtFiles(): { library: string; wasm: string } {
  const { resolve } = createRequire(import.meta.url)
  return {
    library: resolve('@litertjs/core'),
    wasm: resolve('@litertjs/core/wasm/litert_wasm_internal.js').replace(/[^/\\]+$/, ''),
  }
}

async function answerOf(
  worker: Worker,
  question: { inputs: readonly ModelInput[]; output: ModelEnd },
  { seconds, late }: { seconds: number; late: string },
): Promise<Answer> {
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
      timer = setTimeout(() => fail(late), 1000 * seconds)
      worker.postMessage(question)
    })
  } finally {
    clearTimeout(timer)
    ended.abort()
  }
}
