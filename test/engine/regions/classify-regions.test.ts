import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodePicture } from '../../../engine/media/decode-picture.ts'
import { boundedNet } from '../../../engine/models/bounded-net.ts'
import { secondForm, type UserModel } from '../../../engine/models/model-manifest.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import { classifyRegions } from '../../../engine/regions/classify-regions.ts'
import { findHeadRegions } from '../../../engine/regions/head/head-regions.ts'
import { findRegionsWithModels } from '../../../engine/regions/person/find-regions-with-models.ts'
import type { Body } from '../../../engine/vision/bodies/body.ts'
import { detectBodies } from '../../../engine/vision/bodies/detect-bodies.ts'
import { detectFaces } from '../../../engine/vision/faces/detect-faces.ts'
import type { Face } from '../../../engine/vision/faces/face.ts'
import { findUserNet, type UserNet, type Vision } from '../../../engine/vision/vision.ts'
import { onePerson } from '../../../samples/one-person.ts'
import { onnxRuntime } from '../../setup/onnx-runtime.ts'
import { sampled } from '../../setup/sampled.ts'
import { buildModel, manifestOf } from '../models/build-model.ts'
import { buildOnnx, onnxManifest } from '../models/build-onnx.ts'
import { warmVision } from '../warm-vision.ts'

const SHAPE = { side: 64, channels: 3 } as const

/** Sure of hair where a pixel is dark, of clothes where it is bright, whatever it shows. */
const BY_LIGHT = buildModel({
  ...SHAPE,
  planes: [
    { weights: [-20, -20, -20], bias: 30 },
    { weights: [20, 20, 20], bias: -30 },
  ],
})

/** Calls everything hair; takes RGB and the mask of the frame before. */
const ALL_HAIR = buildModel({
  side: 64,
  channels: 4,
  planes: [{ weights: [0, 0, 0, -50], bias: 9 }],
})

const REGIONS: UserModel = {
  bytes: BY_LIGHT,
  manifest: secondForm(manifestOf(BY_LIGHT, SHAPE, { classes: ['hair', 'clothes'] })),
}
const HAIR: UserModel = {
  bytes: ALL_HAIR,
  manifest: secondForm({
    ...manifestOf(ALL_HAIR, { side: 64, channels: 4 }, { classes: ['hair'], task: 'hair' }),
    output: {
      width: 64,
      height: 64,
      classes: ['hair'],
      activation: 'sigmoid',
      polarity: 'high-is-class',
    },
  }),
}

/** A model of users with a net that can be closed. */
type OpenNet = UserNet & { net: ReturnType<typeof boundedNet> }

function netOf({ manifest, bytes }: UserModel): OpenNet {
  const { file, runtime } = manifest
  return { manifest, net: boundedNet({ file, runtime, bytes }) } as OpenNet
}

/** A picture that is dark on the left and bright on the right. */
function halves(): Picture {
  const picture = { width: 200, height: 120, data: new Uint8ClampedArray(200 * 120 * 4).fill(255) }
  for (let i = 0; i < picture.data.length; i += 4) {
    if ((i / 4) % 200 < 100) picture.data.fill(20, i, i + 3)
  }
  return picture
}

const GRID = {
  area: { left: 0, top: 0, width: 200, height: 120 },
  scale: 2,
  width: 100,
  height: 60,
}

describe('one model', () => {
  const told = netOf(REGIONS)
  afterAll(() => told.net.close())

  test('gives the probability of each class on the pixels of a grid', async () => {
    const { parse, hair } = await classifyRegions(halves(), GRID, [told])
    expect(hair).toBeUndefined()
    for (const y of [5, 30, 55]) {
      expect(parse?.get('hair')?.[y * 100 + 20]).toBeGreaterThan(0.99)
      expect(parse?.get('clothes')?.[y * 100 + 20]).toBeLessThan(0.01)
      expect(parse?.get('hair')?.[y * 100 + 80]).toBeLessThan(0.01)
      expect(parse?.get('clothes')?.[y * 100 + 80]).toBeGreaterThan(0.99)
    }
    // The edge lies where it is, within an input pixel of 3.1 source pixels.
    expect(parse?.get('hair')?.[30 * 100 + 46]).toBeGreaterThan(0.9)
    expect(parse?.get('hair')?.[30 * 100 + 53]).toBeLessThan(0.1)
  })

  test('with low values for its classes is turned round', async () => {
    const net = findUserNet([told], 'parse')!
    const result = { ...net.manifest.result, polarity: 'low-is-class' as const }
    const turned = { ...net, manifest: { ...net.manifest, result } }
    const { parse } = await classifyRegions(halves(), GRID, [turned])
    expect(parse?.get('hair')?.[30 * 100 + 20]).toBeLessThan(0.01)
  })
})

test('an ONNX file with its own order, layout and normalisation tells the same', async () => {
  // The planes of BY_LIGHT, for blue, green and red less a mean and by a deviation.
  const [mean, std] = [[0.5, 0.4, 0.3] as const, [0.2, 0.25, 0.5] as const]
  const weights = (of: number): number[] => std.toReversed().map((one) => of * one)
  const bias = (of: number, base: number): number =>
    base + of * mean.reduce((sum, one) => sum + one, 0)
  const planes = [
    { weights: weights(-20), bias: bias(-20, 30) },
    { weights: weights(20), bias: bias(20, -30) },
  ]
  for (const last of sampled(1, [false, true])) {
    const bytes = buildOnnx({ planes, last })
    const size = { multipleOf: 8, shorter: 64, most: 128 }
    const manifest = onnxManifest(bytes, {
      picture: { order: 'bgr', mean: [...mean], std: [...std], size },
      result: {
        classes: ['hair', 'clothes'],
        activation: 'softmax',
        layout: last ? 'nhwc' : 'nchw',
      },
    })
    const net = boundedNet({
      file: 'drawn.onnx',
      runtime: 'onnx',
      bytes,
      onnxRuntime: onnxRuntime(),
    })
    const { parse } = await classifyRegions(halves(), GRID, [{ manifest, net }])
    await net.close()
    expect(parse?.get('hair')?.[30 * 100 + 20]).toBeGreaterThan(0.99)
    expect(parse?.get('clothes')?.[30 * 100 + 20]).toBeLessThan(0.01)
    expect(parse?.get('clothes')?.[30 * 100 + 80]).toBeGreaterThan(0.99)
    expect(parse?.get('hair')?.[30 * 100 + 47]).toBeGreaterThan(0.9)
    expect(parse?.get('hair')?.[30 * 100 + 52]).toBeLessThan(0.1)
  }
})

describe('the regions of a drawn person', () => {
  let picture: Picture
  let body: Body
  let face: Face
  let vision: Vision
  const hair = netOf(HAIR)
  beforeAll(async () => {
    picture = await decodePicture((await onePerson('ines', 450)).png)
    vision = { ...(await warmVision()), userNets: [hair] }
    body = (await detectBodies(picture, vision))[0]!
    face = (await detectFaces(picture, vision))[0]!
  })
  afterAll(() => hair.net.close())

  test('are those of the models that users brought', async () => {
    const { grid, shares, confidence } = await findRegionsWithModels(picture, body, face, vision)
    for (let i = 0; i < grid.person.length; i += 11) {
      expect(shares.hair[i]).toBeCloseTo(grid.person[i]!, 2)
    }
    expect(confidence.hair).toBeGreaterThan(0.7)
    expect(confidence['upper-garment']).toBe(0)
  })

  test('of the head, too', async () => {
    const { hair, skin, person } = await findHeadRegions(picture, face, vision)
    for (let i = 0; i < person.length; i += 11) {
      if (person[i]! < 0.5) continue
      expect(hair[i]).toBeGreaterThan(0.9)
      expect(skin[i]).toBeLessThan(0.1)
    }
  })

  test('keep their garments apart where a model knows only clothes', async () => {
    const own = await findRegionsWithModels(picture, body, face, {})
    const values = new Float32Array(64 * 64 * 2).map((_, i) => (i % 2) * 20)
    const clothes = async () => ({ shape: [1, 64, 64, 2], values })
    const told = await findRegionsWithModels(picture, body, face, {
      userNets: [{ manifest: REGIONS.manifest, net: { run: clothes } } as UserNet],
    })
    const sum = (plane: Float32Array): number => plane.reduce((all, share) => all + share, 0)
    expect(sum(told.shares['upper-garment'])).toBeGreaterThan(sum(own.shares['upper-garment']))
    expect(sum(told.shares['lower-garment'])).toBeGreaterThan(
      0.9 * sum(own.shares['lower-garment']),
    )
    expect(sum(told.shares['face-skin'])).toBe(0)
  })
})
