import { ServerResponse } from 'node:http'
import { createRequire, syncBuiltinESMExports } from 'node:module'

/**
 * `node --import './shift-clock.ts?shift=-86400000'`: a process, and every thread of it, whose clock is so many
 * milliseconds ahead: a kept data folder is opened when its jobs were young.
 */
const shift = Number(new URL(import.meta.url).searchParams.get('shift'))
const now = Date.now.bind(Date)
const shifted = (): number => now() + shift

globalThis.Date = new Proxy(Date, {
  get: (real, name) => (name === 'now' ? shifted : Reflect.get(real, name)),
  construct: (real, given, as) =>
    Reflect.construct(real, given.length === 0 ? [shifted()] : given, as),
  apply: () => new Date(shifted()).toString(),
})

// Node dates answers by a clock of its own, by which the AWS SDK sets that of its signatures.
const writeHead = ServerResponse.prototype.writeHead as (...given: unknown[]) => ServerResponse
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...given: unknown[]) {
  if (!this.hasHeader('date')) this.setHeader('date', new Date().toUTCString())
  return writeHead.apply(this, given)
} as typeof ServerResponse.prototype.writeHead

// Threads of a run get no options of the process.
const threads = createRequire(import.meta.url)('node:worker_threads')
threads.Worker = class extends threads.Worker {
  constructor(program: URL | string, options: { execArgv?: string[] } = {}) {
    super(program, {
      ...options,
      execArgv: [...(options.execArgv ?? []), '--import', import.meta.url],
    })
  }
}
syncBuiltinESMExports()
