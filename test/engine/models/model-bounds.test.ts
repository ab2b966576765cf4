import { describe, expect, test } from 'vitest'
import { inspectModel } from '../../../engine/models/inspect-model.ts'
import {
  BOUNDS,
  boundsFrom,
  modelBounds,
  requireRoom,
} from '../../../engine/models/model-bounds.ts'
import { readModels } from '../../../engine/models/read-models.ts'
import { buildModel, manifestOf } from './build-model.ts'
import { onnxFile, onnxManifest, value } from './build-onnx.ts'

describe('the bounds of models', () => {
  test('are those that an operator sets, and the usual ones else', () => {
    expect(boundsFrom({})).toEqual(BOUNDS)
    expect(boundsFrom({ DARKROOM_MODELS_SECONDS: '600', DARKROOM_MODELS_MEGABYTES: '' })).toEqual({
      seconds: 600,
      megabytes: 1000,
    })
    expect(modelBounds({ seconds: '1', megabytes: '4000' })).toEqual({
      seconds: 1,
      megabytes: 4000,
    })
  })

  test.each([
    { seconds: '0' },
    { seconds: '601' },
    { seconds: '1.5' },
    { megabytes: '99' },
    { megabytes: '4001' },
  ])('are not %j', (given) =>
    expect(() => modelBounds(given)).toThrow(/^The \w+ of models are a whole number from/),
  )
})

describe('the tensors of a file', () => {
  const files = {
    onnx: onnxFile([
      [13, value('between', [1, 1e4, 3e4])],
      [11, value('picture', [1, 3, 32, 32])],
      [12, value('planes', [1, 2, 32, 32])],
    ]),
    litert: buildModel({
      side: 32,
      channels: 3,
      planes: [{ weights: [0, 0, 0], bias: 0 }],
      claimed: [1, 1e4, 1e4, 3],
    }),
  }

  test.each(['onnx', 'litert'] as const)('may take what the operator allows: %s', (runtime) => {
    const inspect = (megabytes?: number) => () =>
      inspectModel(files[runtime], runtime, megabytes === undefined ? undefined : { megabytes })
    expect(inspect()).toThrow(/^Its tensors take 120\d MB, .* which may have 1000 MB/)
    expect(inspect(1100)).toThrow(/^Its tensors take 120\d MB, .* which may have 1100 MB/)
    expect(inspect(1300)).not.toThrow()
  })

  test('may take it where a folder is read', async () => {
    const manifest = onnxManifest(files.onnx)
    const written = Buffer.from(JSON.stringify(manifest))
    const source = {
      name: 'a folder',
      list: async () => ['drawn.json', manifest.file],
      read: async (name: string) => (name === manifest.file ? Buffer.from(files.onnx) : written),
    }
    const read = async (megabytes: number) => await readModels(source, { seconds: 1, megabytes })
    expect((await read(1000)).problems).toMatchObject([
      { reason: expect.stringContaining('too large') },
    ])
    expect((await read(1300)).models).toHaveLength(1)
  })
})

test('what cannot fit is said before it is tried', async () => {
  expect(() =>
    requireRoom(60e6, { tensorBytes: 40e6 }, { seconds: 1, megabytes: 100 }),
  ).not.toThrow()
  const large = () => requireRoom(60e6, { tensorBytes: 40e6 + 1 }, { seconds: 1, megabytes: 100 })
  expect(large).toThrow(
    'It is too large for this runtime: it takes 101 MB and more, and may have 100 MB',
  )
  const shape = { side: 64, channels: 3 } as const
  const bytes = buildModel({ ...shape, planes: [{ weights: [0, 0, 0], bias: 0 }] })
  const manifest = manifestOf(bytes, shape, { classes: ['hair'] })
  const files = { 'drawn.json': JSON.stringify(manifest), [manifest.file]: bytes }
  const source = {
    name: 'a folder',
    list: async () => Object.keys(files),
    read: async (name: string) => Buffer.from(files[name as 'drawn.json']),
  }
  const found = await readModels(source, { seconds: 1, megabytes: 0.01 })
  expect(found.models).toEqual([])
  expect(found.problems).toMatchObject([{ reason: expect.stringContaining('too large') }])
})
