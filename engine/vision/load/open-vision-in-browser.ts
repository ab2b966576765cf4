import { loadLiteRt } from '@litertjs/core'
import type { Vision } from '../vision.ts'
import { openNets, type ReadFile } from './open-nets.ts'
import { createRuntime } from './runtime.ts'

/** The URLs from which a page or a worker fetches runtime and models. */
export type VisionUrls = {
  /** The URL of a folder with the files of `@litertjs/core/wasm`. */
  runtime: string
  /** The URL of a file of an npm package by its specifier, `package/path`; see `MODELS`. */
  file: (specifier: string) => string
  /** The specifiers of files to fetch beside the runtime rather than when they are used first. */
  soon?: readonly string[]
}

/**
 * Opens the networks in a page or a classic worker, with the same weights as in Node. Models are fetched when they
 * are used first. The caller closes the networks. A page or worker can have one `Vision` at a time. It must be a
 * secure context (https or localhost), because the weights are verified by their hash.
 * @throws when the browser lacks WebAssembly with SIMD, or one is already open
 */
export async function openVisionInBrowser({
  runtime,
  file,
  soon = [],
}: VisionUrls): Promise<Vision> {
  const read = fetchOnce(file)
  for (const specifier of soon) void read(specifier)
  const printed: string[] = []
  const globals = globalThis as { Module?: unknown }
  const before = globals.Module
  globals.Module = {
    // Without it a worker would look for the WebAssembly file beside its own script.
    locateFile: (name: string) => `${runtime.replace(/\/$/, '')}/${name}`,
    print() {},
    printErr: (line: string) => printed.push(line),
  }
  try {
    return openNets(createRuntime(await loadLiteRt(runtime), printed), read)
  } finally {
    globals.Module = before
  }
}

/** Fetches each file once, because several networks, and sizes of one network, are made of one file. */
function fetchOnce(urlOf: VisionUrls['file']): ReadFile {
  const files = new Map<string, Promise<Uint8Array>>()
  return (specifier) => {
    const file = files.get(specifier) ?? fetchFile(urlOf(specifier))
    files.set(specifier, file)
    file.catch(() => files.delete(specifier))
    return file
  }
}

async function fetchFile(url: string): Promise<Uint8Array> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`)
  return new Uint8Array(await answer.arrayBuffer())
}
