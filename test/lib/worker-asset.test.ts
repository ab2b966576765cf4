import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MODELS, type ModelFile } from '../../engine/vision/load/models.ts'
import { placeBundle } from '../../lib/bundle/place-bundle.ts'
import { completeVideoWorker } from '../../lib/worker/complete-video-worker.ts'
import { copyOnnxRuntime } from '../../lib/worker/complete-worker.ts'
import { onnxPackage } from '../setup/onnx-runtime.ts'

let folder: string
let files: string[]

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'worker-'))
  placeBundle('functions/service/run-task/handler.ts', folder)
  completeVideoWorker(folder)
  files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(folder, file)).isFile(),
  )
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** e_machine of the ELF header: 183 is AArch64 (System V ABI, ELF header). */
const AARCH64 = 183

test('carries native parts for linux on arm64, and none for anything else', () => {
  const native = files.filter((file) => /\.(node|so[.\d]*|dylib|dll)$/.test(file))
  expect(native.length).toBeGreaterThanOrEqual(2)
  for (const file of native) {
    const header = readFileSync(join(folder, file)).subarray(0, 20)
    expect(header.subarray(0, 4).toString('latin1'), file).toBe('\x7fELF')
    expect(header.readUInt16LE(18), file).toBe(AARCH64)
  }
})

test('carries the very release of sharp the project is tested with', () => {
  const version = (root: string) =>
    JSON.parse(readFileSync(join(root, 'node_modules/sharp/package.json'), 'utf8')).version
  expect(version(folder)).toBe(version(join(import.meta.dirname, '..', '..')))
})

test('carries the models, byte for byte, and the runtime that carries them out', () => {
  for (const { specifier, bytes: range, sha256 } of Object.values<ModelFile>(MODELS)) {
    const file = readFileSync(join(folder, 'node_modules', specifier))
    const bytes = range ? file.subarray(...range) : file
    expect(createHash('sha256').update(bytes).digest('hex'), specifier).toBe(sha256)
  }
  expect(files).toContain('node_modules/@litertjs/core/wasm/litert_wasm_internal.wasm')
})

test('carries the runtime of ONNX files where it is installed, in at most 16 MB more', () => {
  const beside = mkdtempSync(join(tmpdir(), 'worker-onnx-'))
  copyOnnxRuntime(onnxPackage(), beside)
  const added = readdirSync(beside, { recursive: true, encoding: 'utf8' })
    .map((file) => statSync(join(beside, file)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)
  const load =
    "const { InferenceSession } = await import('onnxruntime-web'); console.log(typeof InferenceSession)"
  const run = ['--input-type=module', '--eval', load]
  const said = execFileSync(process.execPath, run, { cwd: beside, encoding: 'utf8' })
  rmSync(beside, { recursive: true })
  expect(said.trim()).toBe('function')
  expect(added).toBeLessThan(16e6)
})

test('finds the runtime with nothing around it: no package of the project is in reach', () => {
  const load =
    "const { loadLiteRt } = await import('@litertjs/core'); console.log(typeof loadLiteRt)"
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', load], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(said.trim()).toBe('function')
})

test('carries libav and the program around it, which finds it there', () => {
  expect(files).toContain('node_modules/@seydx/node-av-linux-arm64/node-av.node')
  const run = spawnSync(process.execPath, [join(folder, 'libav', 'index.mjs'), 'probe', '{}'], {
    encoding: 'utf8',
  })
  // The program starts; the binary is for another machine than this one may be.
  expect(run.status).toBe(1)
  expect(run.stderr).toMatch(/node-av|Opening the file/)
})

test('stays below the 250 MB a function may unpack to', () => {
  const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
  expect(bytes).toBeLessThan(220 * 1024 * 1024)
})
