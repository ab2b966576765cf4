import { describe, expect, test } from 'vitest'
import { checkModel } from '../../../engine/models/check-model.ts'
import { inspectOnnx } from '../../../engine/models/inspect-onnx.ts'
import {
  buildOnnx,
  message,
  node,
  onnxFile,
  onnxManifest,
  type Part,
  subgraph,
  tensor,
  value,
} from './build-onnx.ts'

const PLANES = [
  { weights: [1, 0, 0], bias: 0 },
  { weights: [0, 1, 0], bias: 0.5 },
]
const FILE = buildOnnx({ side: 32, planes: PLANES })

const GIVEN: Part = [11, value('picture', [1, 3, 32, 32])]
const RESULT: Part = [12, value('planes', [1, 2, 32, 32])]

test('names, shapes and types of its ends are read, and its weights counted', () => {
  expect(inspectOnnx(FILE)).toEqual({
    inputs: [{ name: 'picture', shape: [1, 3, 32, 32], type: 'float32' }],
    outputs: [{ name: 'planes', shape: [1, 2, 32, 32], type: 'float32' }],
    customOperations: [],
    tensorBytes: 4 * (6 + 2 + 3 * 1024 + 2 * 1024),
  })
})

test('weights that stand among the inputs are none', () => {
  const { inputs } = inspectOnnx(buildOnnx({ side: 32, planes: PLANES, listed: true }))
  expect(inputs.map(({ name }) => name)).toEqual(['picture'])
})

test('sides that are known when it runs are undefined', () => {
  const { inputs } = inspectOnnx(buildOnnx({ planes: PLANES }))
  expect(inputs[0]!.shape).toEqual([1, 3, undefined, undefined])
})

test('bytes and other types are told apart', () => {
  const typed = (type: number) =>
    inspectOnnx(onnxFile([[11, value('a', [4], type)]])).inputs[0]!.type
  expect([1, 2, 7, 10].map(typed)).toEqual(['float32', 'uint8', 'other', 'other'])
})

test.each(['com.microsoft', 'com.acme', 'ai.onnx.ml'])(
  'operations of %s are named and refused',
  (domain) => {
    const file = onnxFile([
      [1, node('Magic', ['picture'], ['planes'], [[7, domain]])],
      GIVEN,
      RESULT,
    ])
    expect(inspectOnnx(file).customOperations).toEqual([`${domain}:Magic`])
    expect(() => checkModel(file, onnxManifest(file))).toThrow(
      `It uses operations outside ONNX’s own, which are not run: ${domain}:Magic.`,
    )
  },
)

test('operations of a branch count, too', () => {
  const branch: Part[] = [[1, node('Magic', [], ['x'], [[7, 'com.acme']])]]
  const file = onnxFile([[1, node('If', ['c'], ['planes'], [subgraph('then_branch', branch)])]])
  expect(inspectOnnx(file).customOperations).toEqual(['com.acme:Magic'])
})

function nested(depth: number): Part[] {
  return depth === 0 ? [] : [[1, node('If', [], [], [subgraph('then_branch', nested(depth - 1))])]]
}

test('graphs are nested eight deep, and no deeper', () => {
  expect(() => inspectOnnx(onnxFile(nested(8)))).not.toThrow()
  expect(() => inspectOnnx(onnxFile(nested(9)))).toThrow('nests graphs more than 8 deep')
})

describe('a hostile file ends in words:', () => {
  const weights = (parts: readonly Part[]): Uint8Array => onnxFile([[5, parts], GIVEN, RESULT])
  test.each<[string, Uint8Array, string]>([
    ['empty', new Uint8Array(), 'It is no ONNX file: it has no graph.'],
    [
      'text',
      new TextEncoder().encode('a picture'.repeat(20)),
      'It is no ONNX file: it has no graph.',
    ],
    [
      'values of another file',
      weights([
        [8, 'w'],
        [14, 1],
      ]),
      'The values of w stand in another file',
    ],
    [
      'a path',
      weights([
        [8, 'w'],
        [
          13,
          [
            [1, 'location'],
            [2, '/etc/passwd'],
          ],
        ],
      ]),
      'stand in another file',
    ],
    [
      'functions of its own',
      onnxFile([GIVEN], [[25, [[1, 'f']]]]),
      'It defines functions of its own',
    ],
    ['sparse tensors', onnxFile([[15, []]]), 'It has sparse tensors'],
    ['weights of 4 TB', weights(tensor('w', [1e6, 1e6], [])), 'Its tensors take 4000000 MB'],
    [
      'a value in between of 4 TB',
      onnxFile([[13, value('x', [1e6, 1e6])]]),
      'Its tensors take 4000000 MB',
    ],
    ['a side below zero', weights(tensor('w', [-5], [])), 'A tensor has a side below zero.'],
    ['nine dimensions', weights(tensor('w', Array(9).fill(1), [])), 'more than 8 dimensions'],
    [
      'nine dimensions of an end',
      onnxFile([[11, value('x', Array(9).fill(1))]]),
      'more than 8 dimensions',
    ],
    [
      '101 inputs',
      onnxFile(Array.from({ length: 101 }, (): Part => [11, value('x', [1])])),
      '101 ends',
    ],
    [
      '200,001 operations',
      onnxFile(Array.from({ length: 200_001 }, (): Part => [1, []])),
      'more than 200000 parts',
    ],
    ['a number without end', Uint8Array.from([8, ...Array(20).fill(255)]), 'It is cut off'],
    ['a field of number 0', Uint8Array.from([2, 0]), 'It is cut off'],
    ['a group', Uint8Array.from([11]), 'It is cut off'],
    ['a graph that is a number', message([[7, 1]]), 'It is cut off'],
    ['a length beyond the file', Uint8Array.from([58, 100, 1]), 'It is cut off'],
  ])('%s', (_, file, reason) => {
    expect(() => inspectOnnx(file)).toThrow(reason)
  })

  test('cut off anywhere, or any byte of it changed', () => {
    for (let at = 0; at < FILE.length; at += 3) {
      for (const hostile of [
        FILE.slice(0, at),
        FILE.with(at, 0),
        FILE.with(at, 255),
        FILE.with(at, 127),
      ]) {
        try {
          const { inputs, tensorBytes } = inspectOnnx(hostile)
          expect(inputs.length).toBeLessThan(100)
          expect(tensorBytes).toBeLessThanOrEqual(1e9)
        } catch (error) {
          expect((error as Error).message).toMatch(/^(It |Its |A tensor |The values )/)
        }
      }
    }
  })
})

describe('a manifest that contradicts its file is refused by name:', () => {
  const { picture, result } = onnxManifest(FILE)
  test.each<[string, Parameters<typeof onnxManifest>[1], string]>([
    ['the runtime', { runtime: 'litert' }, 'runtime is litert, but the file is drawn.onnx.'],
    [
      'an input it lacks',
      { picture: { input: 'image' } },
      'picture.input is image, but the model has 0 picture.',
    ],
    [
      'a place it lacks',
      { picture: { input: 1 } },
      'picture.input is 1, but the model has 0 picture.',
    ],
    [
      'the type',
      { picture: { type: 'uint8' } },
      'picture.type is uint8, but the model’s is float32.',
    ],
    [
      'the size',
      { picture: { size: { width: 64, height: 32 } } },
      'picture says 1 × 3 × 32 × 64, but the model has 1 × 3 × 32 × 32.',
    ],
    [
      'the layout',
      { picture: { layout: 'nhwc' } },
      'picture says 1 × 32 × 32 × 3, but the model has 1 × 3 × 32 × 32.',
    ],
    ['a fourth channel', { picture: { fourth: 'empty' } }, 'picture says 1 × 4 × 32 × 32'],
    ['a mask that nothing fills', { picture: { fourth: 'fill' } }, 'picture says 1 × 4'],
    [
      'an output it lacks',
      { result: { output: 'x' } },
      'result.output is x, but the model has 0 planes.',
    ],
    [
      'the layout of the result',
      { result: { layout: 'nhwc' } },
      'result says 1 × ? × ? × 2, but the model has 1 × 2 × 32 × 32.',
    ],
    [
      'the classes',
      { result: { classes: ['hair'] } },
      'result says 1 × 1 × ? × ?, but the model has 1 × 2 × 32 × 32.',
    ],
    [
      'no class of a person',
      { result: { classes: ['background', null] } },
      'result.classes names nothing of a person.',
    ],
  ])('%s', (_, changes, reason) => {
    expect(() => checkModel(FILE, onnxManifest(FILE, changes))).toThrow(reason)
  })

  test('and one that does not is taken, also of a model of any size', () => {
    expect(() => checkModel(FILE, onnxManifest(FILE))).not.toThrow()
    const free = buildOnnx({ planes: PLANES })
    const size = { multipleOf: 32, most: 512 }
    expect(() => checkModel(free, onnxManifest(free, { picture: { size } }))).not.toThrow()
    expect(picture.size).toEqual({ width: 32, height: 32 })
    expect(result.layout).toBe('nchw')
  })

  test('a second input that the manifest does not tell of', () => {
    const file = onnxFile([GIVEN, [11, value('mask', [1, 1, 32, 32])], RESULT])
    expect(() => checkModel(file, onnxManifest(file))).toThrow(
      'The model has 2 inputs; 1 are told of.',
    )
  })
})
