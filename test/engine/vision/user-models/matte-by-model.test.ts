import { describe, expect, test } from 'vitest'
import { checkModel } from '../../../../engine/models/check-model.ts'
import type { ManifestOf } from '../../../../engine/models/model-manifest.ts'
import { parseManifest } from '../../../../engine/models/read-models.ts'
import { findMatteNet, matteByModel } from '../../../../engine/vision/user-models/matte-by-model.ts'
import type { UserNet } from '../../../../engine/vision/vision.ts'
import { buildOnnx, onnxManifest } from '../../models/build-onnx.ts'

type Result = Partial<ManifestOf<'matte'>['result']>

const SIDE = 32
const PLANES = [
  { weights: [4, 0, 0], bias: -2 },
  { weights: [-4, 0, 0], bias: 2 },
]
const BYTES = buildOnnx({ planes: PLANES, side: SIDE })

function manifestOf(result: Result = {}, shows = 'people') {
  const { task: _, result: __, ...rest } = onnxManifest(BYTES)
  const layout = { output: 'planes', layout: 'nchw', ...result }
  const text = JSON.stringify({ ...rest, task: 'matte', shows, result: layout })
  return parseManifest(Buffer.from(text)) as ManifestOf<'matte'>
}

/** What the file computes: its two planes are 4 red − 2 and its opposite. */
function netOf(manifest: ManifestOf<'matte'>): UserNet<'matte'> {
  const run: UserNet['net']['run'] = async ([given]) => {
    const count = SIDE * SIDE
    const values = Float32Array.from({ length: 2 * count }, (_, i) => {
      const plane = 4 * given!.values[i % count]! - 2
      return i < count ? plane : -plane
    })
    return { shape: [1, 2, SIDE, SIDE], values }
  }
  return { manifest, net: { run } }
}

/** Red on its right half. */
const picture = {
  width: 64,
  height: 64,
  data: Uint8ClampedArray.from({ length: 4 * 64 * 64 }, (_, i) =>
    i % 4 === 3 || (i % 4 === 0 && (i >> 2) % 64 >= 32) ? 255 : 0,
  ),
}

async function sharesOf(result: Result) {
  const area = { left: 0, top: 0, width: 64, height: 64 }
  const grid = { area, width: 16, height: 16, step: { x: 4, y: 4 } }
  const found = await matteByModel(netOf(manifestOf(result)), picture, grid)
  return [found[8 * 16 + 2]!, found[8 * 16 + 13]!].map((share) => Math.round(100 * share) / 100)
}

describe('the shares of what stands out', () => {
  test.each([
    [{ activation: 'sigmoid' }, [0.12, 0.88]],
    [{ activation: 'softmax' }, [0.02, 0.98]],
    [{ activation: 'minmax' }, [0, 1]],
    [{ activation: 'none' }, [0, 1]],
    [{ activation: 'sigmoid', plane: 1 }, [0.88, 0.12]],
  ] as const)('come by %j', async (result, shares) => {
    expect(await sharesOf(result)).toEqual(shares)
  })

  test('are those of a grid over a part of the picture', async () => {
    const area = { left: 32, top: 16, width: 32, height: 32 }
    const net = netOf(manifestOf({ activation: 'minmax' }))
    const found = await matteByModel(net, picture, {
      area,
      width: 4,
      height: 4,
      step: { x: 8, y: 8 },
    })
    // All of the part is red: what has one value stands out nowhere.
    expect([...found].every((share) => share === 0)).toBe(true)
  })
})

test('a plane that the output has not is refused before it is run, and where it shows only then', async () => {
  expect(() => checkModel(BYTES, manifestOf({ plane: 2 }))).toThrow(
    'result.plane is 2, but the output has 2 planes, from 0 on.',
  )
  expect(() => checkModel(BYTES, manifestOf({ plane: 1 }))).not.toThrow()
  await expect(sharesOf({ plane: 5 })).rejects.toThrow(
    'drawn.onnx gave 2 planes; number 5 is told.',
  )
})

test('a network for people is not asked for anything else, and the other way round', () => {
  const nets = [netOf(manifestOf())]
  expect(findMatteNet(nets, 'people')).toBe(nets[0])
  expect(findMatteNet(nets, 'anything')).toBeUndefined()
  expect(findMatteNet([netOf(manifestOf({}, 'anything'))], 'people')).toBeUndefined()
  expect(findMatteNet(undefined, 'people')).toBeUndefined()
})
