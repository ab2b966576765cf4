import { expect, onTestFinished, test } from 'vitest'
import { boundedNet } from '../../../engine/models/bounded-net.ts'
import { BOUNDS, type ModelBounds } from '../../../engine/models/model-bounds.ts'
import type { ModelInput } from '../../../engine/models/model-net.ts'
import { onnxRuntime } from '../../setup/onnx-runtime.ts'
import {
  buildOnnx,
  integers,
  node,
  onnxFile,
  type Part,
  subgraph,
  tensor,
  value,
} from './build-onnx.ts'

const PLANES = [
  { weights: [1, 0, 0], bias: 0 },
  { weights: [0, 1, 0], bias: 0.5 },
]
const HONEST = buildOnnx({ planes: PLANES })

function netOf(bytes: Uint8Array, bounds: ModelBounds = BOUNDS) {
  const net = boundedNet({
    file: 'drawn.onnx',
    runtime: 'onnx',
    bytes,
    bounds,
    onnxRuntime: onnxRuntime(),
  })
  onTestFinished(() => net.close())
  return net
}

function pixels(width: number, height: number): ModelInput[] {
  const values = new Float32Array(3 * width * height).fill(0.25)
  return [{ input: 'picture', shape: [1, 3, height, width], values }]
}

test('a model gives its planes, for pictures of any size, in the bounded thread', async () => {
  const net = netOf(HONEST)
  for (const [width, height] of [
    [32, 32],
    [48, 16],
  ] as const) {
    const { shape, values } = await net.run(pixels(width, height), 'planes')
    expect(shape).toEqual([1, 2, height, width])
    expect([values[0], values.at(-1)]).toEqual([0.25, 0.75])
  }
  await expect(
    net.run(
      pixels(8, 8).map((one) => ({ ...one, input: 'image' })),
      0,
    ),
  ).rejects.toThrow(/^drawn\.onnx: ONNX Runtime: input 'picture' is missing/)
})

/** A loop without end, and a tensor of as many floats as are said while the file says nothing of it. */
function hostile(graph: readonly Part[]): Uint8Array {
  return onnxFile([...graph, [11, value('picture', [1, 3, 32, 32])], [12, value('planes', ['n'])]])
}

test('one that computes without end is ended', async () => {
  const body: Part[] = [
    [1, node('Identity', ['go'], ['again'])],
    [1, node('Identity', ['seen'], ['next'])],
    [11, value('turn', [], 7)],
    [11, value('go', [], 9)],
    [11, value('seen', ['n'])],
    [12, value('again', [], 9)],
    [12, value('next', ['n'])],
  ]
  const always = [
    [2, 9],
    [8, 'always'],
    [5, 1],
  ] as const
  const endless = hostile([
    [5, always],
    [5, tensor('start', [1], [1])],
    [1, node('Loop', ['', 'always', 'start'], ['planes'], [subgraph('body', body)])],
  ])
  await expect(
    netOf(endless, { seconds: 2, megabytes: 500 }).run(pixels(32, 32), 0),
  ).rejects.toThrow('drawn.onnx: It took longer than 2 seconds.')
})

test('one whose tensors grow beyond what its file says ends in words, within its memory', async () => {
  const size = new Uint8Array(BigInt64Array.of(300_000_000n).buffer)
  const large = hostile([
    [
      5,
      [
        [1, 1],
        [2, 7],
        [8, 'size'],
        [9, size],
      ],
    ],
    [5, tensor('one', [1], [1])],
    [1, node('Expand', ['one', 'size'], ['planes'], [])],
  ])
  await expect(netOf(large).run(pixels(32, 32), 0)).rejects.toThrow(
    'drawn.onnx needs more than 1000 MB of memory.',
  )
})

test('an operation of a set that the runtime lacks, and a damaged file, are told in words', async () => {
  const unknown = hostile([[1, node('Magic', ['picture'], ['planes'], [[7, 'com.acme']])]])
  await expect(netOf(unknown).run(pixels(32, 32), 0)).rejects.toThrow(
    /^drawn\.onnx: ONNX Runtime: .*com\.acme/,
  )
  await expect(netOf(HONEST.slice(0, 60)).run(pixels(32, 32), 0)).rejects.toThrow('ONNX Runtime: ')
})

test('nothing is read that a file names outside itself', async () => {
  const external: Part[] = [
    [1, 1],
    [2, 1],
    [8, 'w'],
    [
      13,
      [
        [1, 'location'],
        [2, '/etc/hostname'],
      ],
    ],
    [14, 1],
  ]
  const file = hostile([
    [5, external],
    [1, node('Add', ['picture', 'w'], ['planes'], [integers('x', [])])],
  ])
  await expect(netOf(file).run(pixels(32, 32), 0)).rejects.toThrow(/^drawn\.onnx: ONNX Runtime: /)
})
