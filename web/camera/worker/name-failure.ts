import type { CameraFailure } from '../public-types.ts'

/** The smallest WebAssembly module: its magic number and version. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)

/** Why WebAssembly cannot be used here; undefined where it can. */
export function findWasmFailure(): CameraFailure | undefined {
  if (typeof WebAssembly !== 'object') {
    return { reason: 'unsupported-browser', message: 'The browser has no WebAssembly.' }
  }
  try {
    new WebAssembly.Module(EMPTY_MODULE)
    return undefined
  } catch {
    return {
      reason: 'blocked-by-policy',
      directive: "script-src 'wasm-unsafe-eval'",
      message:
        'The Content Security Policy of the page, or of the worker’s script, forbids WebAssembly. Add ' +
        "'wasm-unsafe-eval' to script-src.",
    }
  }
}

/** What an error while loading runtime and networks means to whoever embeds the module. */
export function nameFailure(error: unknown, blocked: string | undefined): CameraFailure {
  const message = error instanceof Error ? error.message : String(error)
  if (blocked !== undefined) {
    return {
      reason: 'blocked-by-policy',
      directive: `${blocked} 'self'`,
      message: `The Content Security Policy forbids what the module loads: add its origin to ${blocked}.`,
    }
  }
  const missing =
    /answered \d{3}|fetch|network|load failed|wasm binary|magic word|status code|SHA-256/i
  return missing.test(message)
    ? {
        reason: 'file-missing',
        message: `A file of the module could not be loaded: host the folder assets beside its script. ${message}`,
      }
    : { reason: 'module-failed', message }
}
