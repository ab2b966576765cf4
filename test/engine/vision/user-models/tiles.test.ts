import { describe, expect, onTestFinished, test } from 'vitest'
import { boundedNet } from '../../../../engine/models/bounded-net.ts'
import { checkModel } from '../../../../engine/models/check-model.ts'
import type { ManifestOf } from '../../../../engine/models/model-manifest.ts'
import type { ModelNet } from '../../../../engine/models/model-net.ts'
import { parseManifest } from '../../../../engine/models/read-models.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { matteByModel } from '../../../../engine/vision/user-models/matte-by-model.ts'
import { runTiles } from '../../../../engine/vision/user-models/run-tiles.ts'
import { type Tiles, tilesOver } from '../../../../engine/vision/user-models/tiles.ts'
import { onnxRuntime } from '../../../setup/onnx-runtime.ts'
import { buildOnnx, onnxManifest } from '../../models/build-onnx.ts'

const SIDE = 32
const AREA = { left: 0, top: 0, width: 100, height: 70 }
const spec = (most = 9) => ({
  size: { width: SIDE, height: SIDE },
  tiles: { overlap: 8, most },
})

describe('where tiles lie', () => {
  test('they cover a part at its own resolution, and go over into each other', () => {
    const { windows, places, whole } = tilesOver(AREA, spec(25))!
    expect(whole.input).toEqual({ width: 100, height: 70 })
    expect(windows.every(({ width, height }) => width === SIDE && height === SIDE)).toBe(true)
    const columns = [...new Set(places.map(({ x }) => x))]
    expect([columns[0], columns.at(-1)! + SIDE]).toEqual([0, 100])
    for (const [n, x] of columns.slice(1).entries()) {
      expect(columns[n]! + SIDE - x).toBeGreaterThanOrEqual(8)
    }
  })

  test.each([25, 9, 4, 2])('at most %d are run, over what is shrunk for it', (most) => {
    const { windows, whole } = tilesOver({ ...AREA, width: 3000, height: 2000 }, spec(most))!
    expect(windows.length).toBeLessThanOrEqual(most)
    expect(whole.width / 3000).toBeCloseTo(1, 1)
    expect(whole.height / 2000).toBeCloseTo(1, 1)
  })

  test('what an input shows whole, and a model without tiles, has none', () => {
    expect(tilesOver({ ...AREA, width: 32, height: 20 }, spec())).toBeUndefined()
    expect(tilesOver(AREA, { size: spec().size })).toBeUndefined()
  })

  test('a model of any size is shown squares of the longest side it takes', () => {
    const size = { multipleOf: 14, most: 50 }
    const { windows } = tilesOver(AREA, { size, tiles: { overlap: 8, most: 25 } })!
    expect(windows[0]!.input).toEqual({ width: 42, height: 42 })
  })
})

/** Joins tiles whose planes are made by their places. */
async function joined(tiles: Tiles, levelAt: (x: number, y: number, nth: number) => number) {
  return (await runTiles(
    tiles,
    async (window) => {
      const nth = tiles.windows.indexOf(window)
      const { x, y } = tiles.places[nth]!
      const plane = Float32Array.from({ length: SIDE * SIDE }, (_, i) =>
        levelAt(x + (i % SIDE), y + Math.floor(i / SIDE), nth),
      )
      return { width: SIDE, height: SIDE, planes: [plane] }
    },
    'a.onnx',
  ))!
}

test('joined planes are what each tile says of its place', async () => {
  const { planes, width } = await joined(tilesOver(AREA, spec(25))!, (x, y) => x + 1000 * y)
  const off = planes[0]!.map((value, i) =>
    Math.abs(value - (i % width) - 1000 * Math.floor(i / width)),
  )
  expect(Math.max(...off)).toBeLessThan(0.05)
})

test('no seam shows between tiles of which one says more than the other', async () => {
  const tiles = tilesOver({ ...AREA, height: 32 }, spec(25))!
  const { planes, width } = await joined(tiles, (_, __, nth) => nth % 2)
  const row = planes[0]!.subarray(16 * width, 17 * width)
  const steps = row.slice(1).map((value, n) => Math.abs(value - row[n]!))
  expect(Math.max(...row)).toBeGreaterThan(0.99)
  expect(Math.min(...row)).toBeLessThan(0.01)
  expect(Math.max(...steps)).toBeLessThan(0.2)
})

test('tiles whose values would fill the memory are refused in words', async () => {
  const size = { width: 2048, height: 2048 }
  const tiles = tilesOver(
    { ...AREA, width: 9000, height: 9000 },
    { size, tiles: { overlap: 8, most: 25 } },
  )!
  const huge = async () => ({ ...size, planes: [new Float32Array(0)] })
  await expect(runTiles(tiles, huge, 'a.onnx')).rejects.toThrow(
    /a\.onnx gave \d+ values for its tiles; at most 64000000 are kept/,
  )
})

describe('what a manifest says wrong of tiles is named:', () => {
  const bytes = buildOnnx({ side: SIDE, planes: [{ weights: [1, 0, 0], bias: 0 }] })
  const { result: _, ...given } = onnxManifest(bytes)
  const check = (tiles: object, task: object) => {
    const picture = { ...given.picture, tiles }
    const text = Buffer.from(JSON.stringify({ ...given, picture, ...task }))
    return () => checkModel(bytes, parseManifest(text))
  }
  const matte = { task: 'matte', shows: 'people', result: { output: 'planes', layout: 'nchw' } }
  const depth = { task: 'depth', result: { output: 'planes', layout: 'nchw', near: 'high' } }

  test.each([
    ['an overlap of more than a half', { overlap: 17 }, matte, /overlap is 17, more than half/],
    ['next to no overlap', { overlap: 7 }, matte, /picture\.tiles\.overlap/],
    ['more of them than are run', { overlap: 8, most: 26 }, matte, /picture\.tiles\.most/],
    ['depth, which is told of one picture', { overlap: 8 }, depth, /other tasks than depth/],
  ])('%s', (_, tiles, task, reason) => {
    expect(check(tiles, task)).toThrow(reason)
  })

  test('and half of a side is right', () => {
    expect(check({ overlap: 16 }, matte)).not.toThrow()
  })
})

/** A network that marks bright pixels, seen tile by tile or at once. */
function brightMatte(tiled: boolean) {
  const bytes = buildOnnx({ side: SIDE, planes: [{ weights: [1, 0, 0], bias: 0 }] })
  const { result: _, ...given } = onnxManifest(bytes)
  const manifest = parseManifest(
    Buffer.from(
      JSON.stringify({
        ...given,
        task: 'matte',
        shows: 'anything',
        picture: { ...given.picture, ...(tiled && { tiles: { overlap: 8, most: 25 } }) },
        result: { output: 'planes', layout: 'nchw' },
      }),
    ),
  ) as ManifestOf<'matte'>
  checkModel(bytes, manifest)
  const bounded = boundedNet({
    file: 'drawn.onnx',
    runtime: 'onnx',
    bytes,
    onnxRuntime: onnxRuntime(),
  })
  onTestFinished(() => bounded.close())
  const clocks: unknown[] = []
  const run: ModelNet['run'] = async (inputs, output, clock) => {
    clocks.push(clock)
    return await bounded.run(inputs, output, clock)
  }
  return { net: { manifest, net: { run } }, clocks }
}

test('a network over tiles finds stripes that it does not see in the whole', async () => {
  const picture: Picture = { width: 100, height: 70, data: new Uint8ClampedArray(28_000).fill(255) }
  const isBright = (i: number): boolean => (i % 100) % 4 < 2
  for (let i = 0; i < 7000; i++) if (!isBright(i)) picture.data.fill(0, 4 * i, 4 * i + 3)
  const grid = { width: 100, height: 70, area: AREA, step: { x: 1, y: 1 } }
  const rightOf = async (tiled: boolean) => {
    const { net, clocks } = brightMatte(tiled)
    const found = await matteByModel(net, picture, grid)
    const right = found.filter((share, i) => share > 0.5 === isBright(i)).length
    return { right: right / found.length, clocks }
  }
  const [whole, tiled] = [await rightOf(false), await rightOf(true)]
  expect(whole.clocks).toHaveLength(1)
  expect(whole.right).toBeLessThan(0.8)
  expect(tiled.right).toBeGreaterThan(0.99)
  // All tiles of a picture have the time of one run.
  expect(tiled.clocks).toHaveLength(12)
  expect(new Set(tiled.clocks).size).toBe(1)
})
