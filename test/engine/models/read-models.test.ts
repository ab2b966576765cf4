import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { folderSource } from '../../../engine/models/folder-source.ts'
import { inspectTflite } from '../../../engine/models/inspect-tflite.ts'
import {
  KNOWN_LAYOUTS,
  type ManifestV1,
  secondForm,
} from '../../../engine/models/model-manifest.ts'
import { MOST, readModels, requireModels } from '../../../engine/models/read-models.ts'
import { buildModel, manifestOf } from './build-model.ts'

const root = mkdtempSync(join(tmpdir(), 'models-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const SHAPE = { side: 32, channels: 3 } as const
const BYTES = buildModel({
  ...SHAPE,
  planes: [
    { weights: [0, 0, 0], bias: 0 },
    { weights: [1, 0, 0], bias: 0 },
  ],
})
const MANIFEST = manifestOf(BYTES, SHAPE, { classes: ['background', 'hair'] })

function folderOf(files: Record<string, Uint8Array | string>): string {
  const folder = mkdtempSync(join(root, 'folder-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

async function reasonFor(
  manifest: unknown,
  bytes: Uint8Array | undefined = BYTES,
): Promise<string | undefined> {
  const folder = folderOf({
    'drawn.json': typeof manifest === 'string' ? manifest : JSON.stringify(manifest),
    ...(bytes && { 'drawn.tflite': bytes }),
  })
  return (await readModels(folderSource(folder))).problems[0]?.reason
}

/** The file with as many bytes as `size`, and its list of `count` numbers going on to its end. */
function longerList(file: Uint8Array, count: number, size: number): Uint8Array {
  const found = Buffer.from(file)
  const list = found.indexOf(Buffer.from(Uint32Array.of(count, 1, 1, 1).buffer))
  const bytes = Buffer.alloc(size, 1)
  bytes.set(found)
  bytes.writeUInt32LE(Math.floor((size - list - 4) / 4), list)
  return bytes
}

const changed = (changes: Partial<ManifestV1>) => ({ ...MANIFEST, ...changes })

test('a model that its manifest describes is read', async () => {
  const folder = folderOf({
    'drawn.json': JSON.stringify(MANIFEST),
    'drawn.tflite': BYTES,
    'more.tflite': BYTES,
  })
  const { models, problems, unnamed } = await readModels(folderSource(folder))
  expect(models.map(({ manifest }) => manifest)).toEqual([secondForm(MANIFEST)])
  expect(problems).toEqual([])
  expect(unnamed).toEqual(['more.tflite'])
})

describe('what a manifest says wrong is named:', () => {
  const { input, output } = MANIFEST
  test.each([
    ['no JSON', '{', 'The manifest is not JSON.'],
    ['a list', '[]', 'The manifest is no JSON object.'],
    ['lists without end', '['.repeat(60_000), 'The manifest is not JSON.'],
    [
      'more than is read',
      ' '.repeat(70_000),
      'drawn.json has 70000 bytes; at most 64000 are read.',
    ],
    [
      'another prototype',
      JSON.stringify(MANIFEST).replace('{', '{"__proto__":{"run":"x"},'),
      '__proto__ is not a field',
    ],
    [
      'a number beyond all',
      JSON.stringify(MANIFEST).replace(/"width":\d+/, '"width":1e999'),
      'input.width',
    ],
    [
      'a link for a file',
      changed({ file: 'drawn.tflite/../../passwd.tflite' }),
      "file doesn't match",
    ],
    ['no hash', { ...MANIFEST, sha256: undefined }, 'sha256 is required'],
    ['another hash', changed({ sha256: 'a'.repeat(64) }), 'sha256 is aaaa'],
    ['no licence', { ...MANIFEST, licence: undefined }, 'licence is required'],
    ['a path', changed({ file: '../drawn.tflite' }), "file doesn't match"],
    ['a field of its own', { ...MANIFEST, run: 'x' }, 'run is not a field'],
    [
      'a class nobody knows',
      changed({ output: { ...output, classes: ['hat'] as never } }),
      'classes[0]',
    ],
    [
      'too few classes',
      changed({ output: { ...output, classes: ['hair'] } }),
      'output says 1 × 32 × 32 × 1, but the model has 1 × 32 × 32 × 2.',
    ],
    [
      'another size',
      changed({ input: { ...input, width: 64 } }),
      'input says 1 × 32 × 64 × 3, but the model has 1 × 32 × 32 × 3.',
    ],
    ['a size out of range', changed({ input: { ...input, width: 5000 } }), 'input.width is above'],
    ['a file that is not there', changed({ file: 'other.tflite' }), 'other.tflite is missing'],
    [
      'hair without hair',
      changed({ task: 'hair', output: { ...output, classes: ['background', 'shoes'] } }),
      'output.classes lacks hair',
    ],
  ])('%s', async (_, manifest, reason) => {
    expect(await reasonFor(manifest)).toContain(reason)
  })
})

describe('a hostile file ends in words:', () => {
  const MANY = Array.from<number>({ length: 1_000_000 }).fill(0)
  const withHash = (bytes: Uint8Array) =>
    manifestOf(bytes, SHAPE, { classes: ['background', 'hair'] })
  test.each([
    ['no TFLite', new TextEncoder().encode('a'.repeat(200)), 'the identifier TFL3 is missing'],
    ['empty', new Uint8Array(), 'the identifier TFL3 is missing'],
    ['cut off', BYTES.slice(0, BYTES.length / 2), 'cut off'],
    ['header only', BYTES.slice(0, 8), 'cut off'],
    [
      'tensors of 40 GB',
      buildModel({
        ...SHAPE,
        planes: [{ weights: [0, 0, 0], bias: 0 }],
        claimed: [1, 1e5, 1e5, 1],
      }),
      'Its tensors take 400',
    ],
    [
      'a tensor of many dimensions',
      buildModel({ ...SHAPE, planes: [{ weights: [0, 0, 0], bias: 0 }], claimed: MANY }),
      'It lists 1000000 numbers where 8 are allowed.',
    ],
    [
      'many inputs',
      buildModel({ ...SHAPE, planes: [{ weights: [0, 0, 0], bias: 0 }], ends: MANY }),
      'It lists 1000000 numbers where 100 are allowed.',
    ],
  ])('%s', async (_, bytes, reason) => {
    expect(await reasonFor(withHash(bytes), bytes)).toContain(reason)
  })

  test('as large as files may be, of lists without end, within a second and 200 MB beside it', async () => {
    const claimed = Array.from<number>({ length: 1_000_000 }).fill(1)
    const small = buildModel({ ...SHAPE, planes: [{ weights: [0, 0, 0], bias: 0 }], claimed })
    const bytes = longerList(small, claimed.length, MOST.model)
    const [before, cpu] = [process.memoryUsage(), process.cpuUsage()]
    expect(() => inspectTflite(bytes)).toThrow(/It lists 6\d{7} numbers where 8 are allowed/)
    const { user, system } = process.cpuUsage(cpu)
    expect((user + system) / 1e6).toBeLessThan(1)
    expect(process.memoryUsage().rss - before.rss).toBeLessThan(200e6)
  })

  test('any byte of it changed', async () => {
    for (let at = 0; at < BYTES.length; at += 7) {
      for (const byte of [0, 127, 255]) {
        const bytes = BYTES.slice()
        bytes[at] = byte
        const folder = folderOf({
          'drawn.json': JSON.stringify(withHash(bytes)),
          'drawn.tflite': bytes,
        })
        const { models, problems } = await readModels(folderSource(folder))
        expect(models.length + problems.length).toBe(1)
      }
    }
  })
})

test('links are not followed', async () => {
  const folder = folderOf({ 'drawn.json': JSON.stringify(MANIFEST) })
  symlinkSync(
    join(folderOf({ 'drawn.tflite': BYTES }), 'drawn.tflite'),
    join(folder, 'drawn.tflite'),
  )
  const { problems } = await readModels(folderSource(folder))
  expect(problems[0]?.reason).toBe('drawn.tflite is a link; links are not followed.')
})

test('two models of one task are not both used', async () => {
  const folder = folderOf({
    'a.json': JSON.stringify(changed({ file: 'a.tflite' })),
    'a.tflite': BYTES,
    'b.json': JSON.stringify(changed({ file: 'b.tflite' })),
    'b.tflite': BYTES,
  })
  const found = await readModels(folderSource(folder))
  expect(found.problems).toEqual([
    { manifest: 'b.json', reason: 'a.tflite has the task parse already.' },
  ])
  await expect(requireModels(folderSource(folder))).rejects.toThrow(/^b\.json in .*: a\.tflite has/)
})

test('a folder that is not there is named', async () => {
  await expect(readModels(folderSource('/nowhere'))).rejects.toThrow('There is no folder /nowhere')
})

test('known layouts are manifests without a hash', () => {
  for (const [file, layout] of Object.entries(KNOWN_LAYOUTS)) {
    expect(file).toMatch(/\.tflite$/)
    expect(layout.output.classes).toContain('hair')
  }
})
