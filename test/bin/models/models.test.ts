import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { models } from '../../../bin/commands/models.ts'
import { tryModel } from '../../../bin/models/try-model.ts'
import { KNOWN_MODELS } from '../../../engine/models/known-models.ts'
import { secondForm } from '../../../engine/models/model-manifest.ts'
import { parseManifest } from '../../../engine/models/read-models.ts'
import { type BuiltModel, buildModel, manifestOf } from '../../engine/models/build-model.ts'
import { isEveryCaseTried } from '../../setup/sampled.ts'

const root = mkdtempSync(join(tmpdir(), 'models-command-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const SHAPE = { side: 32, channels: 3 } as const
const PLANES = ['background', 'hair'].map(() => ({ weights: [0, 0, 0], bias: 0 }))

function fileOf(name: string, bytes: Uint8Array): string {
  const path = join(mkdtempSync(join(root, 'folder-')), name)
  writeFileSync(path, bytes)
  return path
}

function withManifest(built: Partial<BuiltModel> = {}): string {
  const bytes = buildModel({ ...SHAPE, planes: PLANES, ...built })
  const path = fileOf('drawn.tflite', bytes)
  const manifest = manifestOf(bytes, SHAPE, { classes: ['background', 'hair'] })
  writeFileSync(path.replace(/tflite$/, 'json'), JSON.stringify(manifest))
  return path
}

async function run(...words: string[]): Promise<string> {
  const print = vi.spyOn(console, 'log').mockImplementation(() => {})
  const { exitCode } = process
  try {
    await models().parseAsync(words, { from: 'user' })
    return print.mock.calls.flat().join('\n')
  } finally {
    print.mockRestore()
    process.exitCode = exitCode
  }
}

describe('darkroom models list', () => {
  test('tells which are used, and why others are not', async () => {
    const path = withManifest()
    const folder = join(path, '..')
    writeFileSync(join(folder, 'broken.json'), '{')
    writeFileSync(join(folder, 'more.tflite'), 'x')
    const printed = await run('list', '--models', folder)
    expect(printed).toMatch(/^drawn\.tflite {2}parse {2}Apache-2\.0 {2}sha256 [0-9a-f]{64}$/m)
    expect(printed).toContain('broken.json  not used: The manifest is not JSON.')
    expect(printed).toContain('more.tflite  not used: no manifest names it')
    const json = JSON.parse(await run('list', '--models', folder, '--json'))
    expect(json.models[0]).toMatchObject({ file: 'drawn.tflite', task: 'parse' })
  })

  test('says of a file with an operation that the runtime does not know that it is not used', async () => {
    const folder = join(withManifest({ custom: 'MaxPoolingWithArgmax9D' }), '..')
    expect(await run('list', '--models', folder)).toMatch(
      /^drawn\.tflite {2}not used: The runtime cannot run the model\..*MaxPoolingWithArgmax9D/s,
    )
    const { models: used, problems } = JSON.parse(await run('list', '--models', folder, '--json'))
    expect(used).toEqual([])
    expect(problems).toMatchObject([{ manifest: 'drawn.tflite' }])
  })

  test('asks for a folder', async () => {
    await expect(run('list')).rejects.toThrow('Name a folder')
  })
})

describe('darkroom models check', () => {
  // `get-model.test.ts` runs one that it fetched in `npm test`, `overlaps.test.ts` measures one on the drawn person.
  test.runIf(isEveryCaseTried())('runs a model that its manifest describes', async () => {
    const printed = await run('check', withManifest())
    expect(printed).toContain('drawn.tflite runs: parse, background, hair')
    expect(printed).toMatch(/On the drawn person, what it finds .*: hair 0\.\d\d of 1/)
  })

  test('says what a file of an unknown layout takes and gives', async () => {
    const path = fileOf('own.tflite', buildModel({ ...SHAPE, planes: PLANES }))
    await expect(run('check', path)).rejects.toThrow(
      /own\.json is missing.*takes 1 × 32 × 32 × 3 float32 and gives 1 × 32 × 32 × 2 float32/,
    )
  })

  // `get-model.test.ts` writes manifests in `npm test`.
  test.runIf(isEveryCaseTried())(
    'writes the manifest of a file whose layout is known',
    async () => {
      const planes = Array.from({ length: 6 }, () => ({ weights: [0, 0, 0], bias: 0 }))
      const bytes = buildModel({ side: 256, channels: 3, planes })
      const path = fileOf('selfie_multiclass_256x256.tflite', bytes)
      expect(await run('check', path)).toContain('--write writes selfie_multiclass_256x256.json')
      await run('check', path, '--write')
      const manifest = JSON.parse(readFileSync(path.replace(/tflite$/, 'json'), 'utf8'))
      expect(manifest).toMatchObject({ task: 'regions', licence: 'Apache-2.0' })
      const printed = await run('list', '--models', join(path, '..'))
      expect(printed).toContain('selfie_multiclass_256x256.tflite  parse')
    },
  )

  test('names an operation that the runtime does not know', async () => {
    const path = withManifest({ custom: 'MaxPoolingWithArgmax9D' })
    await expect(run('check', path)).rejects.toThrow(
      /cannot run the model.*MaxPoolingWithArgmax9D/s,
    )
  })

  test('ends a model that takes too long', async () => {
    const path = withManifest()
    const manifest = secondForm(parseManifest(readFileSync(path.replace(/tflite$/, 'json'))))
    const run = tryModel(path, manifest, { customOperations: [] }, { seconds: 0.001 })
    await expect(run).rejects.toThrow('drawn.tflite: It took longer than 0.001 seconds.')
  })
})

describe('darkroom models known, get and put', () => {
  test('known shows every file with its terms', async () => {
    const printed = await run('known')
    expect(printed.split('\n')[0]).toBe('skin-clothes-hair  parse')
    for (const { name, url, manifest, training } of KNOWN_MODELS) {
      for (const words of [name, url, manifest.licence, training]) expect(printed).toContain(words)
    }
    expect(JSON.parse(await run('known', '--json'))).toEqual(KNOWN_MODELS)
  })

  test.each([
    [['get', 'lama'], 'Name a folder'],
    [['get', '--models', root], 'Name a file: skin-clothes-hair'],
    [['get', 'llama', '--models', root], 'llama is not known: skin-clothes-hair'],
    [['get', 'lama', '--url', 'https://a.example/b.onnx', '--models', root], 'not both'],
    [['get', '--url', 'https://a.example/b.onnx', '--models', root], '--url needs --manifest'],
    [['get', '--manifest', 'b.json', '--models', root], '--manifest is for --url'],
    [['put', '--stack', 'DarkroomService'], 'Name a folder'],
  ])('%j is refused', async (words, refusal) => {
    await expect(run(...words)).rejects.toThrow(refusal)
  })
})
