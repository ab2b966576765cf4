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
