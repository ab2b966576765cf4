import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { compileFunction } from 'node:vm'
import { loadLiteRt } from '@litertjs/core'
import { createRuntime, type Runtime } from './runtime.ts'

const require = createRequire(import.meta.url)
const WRAPPER = ['exports', 'require', 'module', '__filename', '__dirname']

/** The globals of a browser through which LiteRT.js finds and configures its WebAssembly module. */
type BrowserGlobals = {
  self?: unknown
  importScripts?: (path: string) => void
  Module?: unknown
  ModuleFactory?: unknown
}

/**
 * Loads the runtime in Node.
 * @throws when this thread has one already
 */
export async function openNodeRuntime(): Promise<Runtime> {
  const printed: string[] = []
  const liteRt = await inBrowserGlobals(printed, () =>
    loadLiteRt(dirname(require.resolve('@litertjs/core/wasm/litert_wasm_internal.js'))),
  )
  return createRuntime(liteRt, printed)
}

/** Sets the globals while loading only, because other libraries take `importScripts` as the sign of a web worker. */
async function inBrowserGlobals<T>(printed: string[], load: () => Promise<T>): Promise<T> {
  const globals = globalThis as unknown as BrowserGlobals
  const before = { ...pick(globals) }
  globals.self ??= globalThis
  globals.Module = { print() {}, printErr: (line: string) => printed.push(line) }
  globals.importScripts = (path) => {
    globals.ModuleFactory = evaluateCommonJs(path)
  }
  // Loading warns that WebGPU is missing, which is always so in Node.
  const { warn } = console
  console.warn = () => {}
  try {
    return await load()
  } finally {
    console.warn = warn
    restore(globals, before)
  }
}

const KEYS = ['self', 'importScripts', 'Module', 'ModuleFactory'] as const

function pick(globals: BrowserGlobals): BrowserGlobals {
  return Object.fromEntries(KEYS.filter((key) => key in globals).map((key) => [key, globals[key]]))
}

function restore(globals: BrowserGlobals, before: BrowserGlobals): void {
  for (const key of KEYS) delete globals[key]
  Object.assign(globals, before)
}

/** Evaluates a CommonJS script of a package with `"type": "module"`, which `require` would take for an ES module. */
function evaluateCommonJs(path: string): unknown {
  const module = { exports: {} as unknown }
  const run = compileFunction(readFileSync(path, 'utf8'), WRAPPER, { filename: path })
  run(module.exports, createRequire(path), module, path, dirname(path))
  return module.exports
}
