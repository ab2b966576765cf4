import { loadLiteRt } from '@litertjs/core'
import type { Vision } from '../vision.ts'
import { openNets } from './open-nets.ts'
import { createRuntime } from './runtime.ts'

/** Where a page finds what Node takes out of the npm packages. */
export type VisionUrls = {
  /** The folder that serves the files of `@litertjs/core/wasm`. */
  runtime: string
  /** The address that serves a file of a package, from its specifier `package/path`; see `MODELS`. */
  file: (specifier: string) => string
}

/**
 * Opens the networks for a page: the same weights, read over HTTP at their first use. A page can have one at a time,
 * and needs a secure context (https or localhost), for the weights are checked by their hash.
 * @throws when the browser lacks WebAssembly with SIMD, or one is already open
 */
export async function openVisionInBrowser({ runtime, file }: VisionUrls): Promise<Vision> {
  const printed: string[] = []
  const globals = globalThis as { Module?: unknown }
  const before = globals.Module
  globals.Module = { print() {}, printErr: (line: string) => printed.push(line) }
  try {
    return openNets(createRuntime(await loadLiteRt(runtime), printed), (specifier) =>
      fetchFile(file(specifier)),
    )
  } finally {
    globals.Module = before
  }
}

async function fetchFile(url: string): Promise<Uint8Array> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`)
  return new Uint8Array(await answer.arrayBuffer())
}
