import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { Fault } from '../../../catalog/failures/fault.ts'
import { findHeifDamage } from '../../../metadata/heif/find-heif-damage.ts'
import type { Size } from '../../geometry/size.ts'
import { DecoderStopped, decodingFault } from '../decoding-fault.ts'

/** The pixels of a HEIC file: upright (its own rotation applied), RGBA, in the values of its colour profile. */
export type HeicPixels = Size & { data: Uint8Array }

/** The most seconds for one file, and the most MB of the thread's own objects; pixels lie outside them. */
const TIMEOUT_SECONDS = 120
const HEAP_MB = 256

/**
 * The program of the thread. It is text, because a bundled function has one file, and a thread would need another.
 * What it is given: the paths of the library and its WebAssembly module, the file, and the size that its header says.
 * libheif refuses what its own limits forbid (boxes, tiles, references) before it allocates for them.
 */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads')
const { readFileSync } = require('node:fs')
const { library, module, bytes, size } = workerData
const libheif = require(library)({ wasmBinary: readFileSync(module) })
const images = new libheif.HeifDecoder().decode(bytes)
const image = images.find((each) => each.is_primary()) ?? images[0]
if (!image) throw new Error('There is no picture in the file.')
const width = image.get_width()
const height = image.get_height()
if (width !== size.width || height !== size.height) throw new Error('The header names another size.')
const data = new Uint8ClampedArray(width * height * 4)
image.display({ data, width, height }, (shown) => {
  if (!shown) throw new Error('The pixels cannot be decoded.')
  parentPort.postMessage(data.buffer, [data.buffer])
})
`

/**
 * Decodes a HEIC file with libheif as WebAssembly, in a thread of its own that is ended when it takes too long. The
 * decoder reaches nothing but the thread's memory.
 * @param size as sharp reads it from the header; the caller has checked it
 * @throws Fault `unreadable` when the file is damaged, `runtime` when it takes too long
 */
export async function decodeHeic(path: string, { width, height }: Size): Promise<HeicPixels> {
  const bytes = await readFile(path)
  const damage = findHeifDamage(bytes)
  if (damage) throw new Fault('unreadable', `The HEIC file is ${damage}.`)
  const { resolve } = createRequire(import.meta.url)
  const worker = new Worker(PROGRAM, {
    eval: true,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    workerData: {
      library: resolve('libheif-js/libheif-wasm/libheif.js'),
      module: resolve('libheif-js/libheif-wasm/libheif.wasm'),
      bytes,
      size: { width, height },
    },
    stdout: true,
    stderr: true,
  })
  let timer: NodeJS.Timeout | undefined
  try {
    const data = await new Promise<ArrayBuffer>((done, fail) => {
      worker.once('message', done).once('error', fail)
      worker.once('exit', () => fail(new Error('The decoder ended without a picture.')))
      timer = setTimeout(
        () => fail(new DecoderStopped('The decoder took too long.')),
        TIMEOUT_SECONDS * 1000,
      )
    })
    return { width, height, data: new Uint8Array(data) }
  } catch (cause) {
    throw decodingFault(cause, 'The HEIC file is damaged or cut off.')
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
