import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Fault } from '../../../catalog/failures/fault.ts'
import { skinSimulation } from '../../../catalog/features/skin-simulation.ts'
import type { Engine } from '../../../engine/perform.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import { drawFace } from '../face/draw-face.ts'
import { pimples } from '../face/flaws.ts'
import { warmEngine } from '../warm-engine.ts'

let engine: Engine
let close: Uint8Array
let far: Uint8Array
let pair: Uint8Array
beforeAll(async () => {
  engine = warmEngine()
  const near = await drawFace({ width: 500, height: 600, marks: pimples() })
  close = await jpeg(near.picture)
  far = await jpeg((await drawFace({ width: 900, height: 700, scale: 3 })).picture)
  pair = await twoFaces()
})
afterAll(() => engine.close())

function jpeg({ width, height, data }: Picture): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: 95 })
    .toBuffer()
}

async function twoFaces(): Promise<Buffer> {
  const skins = ['#efc9ad', '#8a5a3c']
  const halves = await Promise.all(
    skins.map(async (skin) =>
      jpeg((await drawFace({ look: { skin }, scale: 3.4, width: 400 })).picture),
    ),
  )
  return sharp({ create: { width: 800, height: 570, channels: 3, background: '#888' } })
    .composite(halves.map((input, i) => ({ input, left: 400 * i, top: 0 })))
    .jpeg({ quality: 95 })
    .toBuffer()
}

async function faultOf(work: Promise<unknown>): Promise<Fault> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof Fault) return error
  throw new Error(`no Fault but ${error}`)
}

async function pixels(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

describe('skin simulation', () => {
  const simulate = (src: Uint8Array, params: Record<string, unknown>) =>
    engine.perform({ feature: 'skin-simulation', stage: 'effect', params, files: { src } })

  test('gives a picture of the same size and no other results', async () => {
    const done = await simulate(close, { acne: 1, pores: 0.3 })
    expect(done.results).toEqual({})
    expect(done.output).toMatchObject({ contentType: 'image/jpeg', extension: 'jpg' })
    expect(await pixels(done.output!.bytes)).toMatchObject({ width: 500, height: 600 })
  })

  test('refuses a face under 60 % of the width, with the code of the condition', async () => {
    const { condition, message } = await faultOf(simulate(far, { acne: 1 }))
    expect(skinSimulation.codes[condition as 'small-face']).toBe('error_src_face_too_small')
    expect(message).toContain('60 %')
  })
})

describe('fitzpatrick', () => {
  const run = (stage: 'pre-process' | 'effect', params: Record<string, unknown>) =>
    engine.perform({ feature: 'fitzpatrick-scale-analyzer', stage, params, files: { src: pair } })

  test('finds both faces, and reads the one of the given index', async () => {
    const { results, output } = await run('pre-process', {})
    expect(results['result']).toHaveLength(2)
    expect(output).toBeUndefined()
    const [first, second] = await Promise.all(
      [0, 1].map((index) => run('effect', { version: '1.0', index })),
    )
    expect(first!.results).toEqual({ fitzpatrick_scale: 'I', timed: expect.any(Number) })
    expect(second!.results['fitzpatrick_scale']).toBe('V')
    expect(first!.output).toBeUndefined()
  })

  test('an index without a face is refused', async () => {
    const { condition, message } = await faultOf(run('effect', { version: '1.0', index: 2 }))
    expect(condition).toBe('target')
    expect(message).toContain('index 2')
  })
})

describe('face swap', () => {
  const swap = (face_mapping: unknown, ref: Uint8Array[] = [close], src: Uint8Array = pair) =>
    engine.perform({
      feature: 'face-swap',
      stage: 'effect',
      params: { face_mapping },
      files: { src, ref },
    })

  test('pre-process gives boxes of whole pixels and the picture they are in', async () => {
    const { results, output } = await engine.perform({
      feature: 'face-swap',
      stage: 'pre-process',
      params: {},
      files: { src: pair },
    })
    const faces = results['faces'] as { bbox: number[] }[]
    expect(faces).toHaveLength(2)
    for (const { bbox } of faces) {
      expect(bbox.every(Number.isInteger)).toBe(true)
      expect(bbox[2]).toBeGreaterThan(bbox[0]! + 150)
      expect(bbox[3]).toBeGreaterThan(bbox[1]! + 150)
    }
    expect(faces[0]!.bbox[2]).toBeLessThan(faces[1]!.bbox[0]!)
    expect(await pixels(output!.bytes)).toMatchObject({ width: 800, height: 570 })
  })

  test('a skipped face stays as it is, a mapped one changes, and what it took is told', async () => {
    const { output, results } = await swap([
      { index: -1, position: -1 },
      { index: 0, position: 1 },
    ])
    expect(results['note']).toMatch(/proportions of the reference.* few will recognise/)
    const [before, after] = await Promise.all([pixels(pair), pixels(output!.bytes)])
    const change = (from: number, to: number) => {
      let sum = 0
      for (let y = 200; y < 400; y++) {
        for (let at = (y * 800 + from) * 4; at < (y * 800 + to) * 4; at++) {
          sum += Math.abs(before.data[at]! - after.data[at]!)
        }
      }
      return sum / ((to - from) * 200 * 4)
    }
    expect(change(0, 390)).toBeLessThan(0.3)
    // Its middle: the cheeks stay as they are.
    expect(change(540, 660)).toBeGreaterThan(1)
  })

  test('a position without a face and a reference without a face have different conditions', async () => {
    expect((await faultOf(swap([{ index: 0, position: 5 }]))).message).toContain('position 5')
    const empty = await sharp({
      create: { width: 300, height: 300, channels: 3, background: '#567' },
    })
      .jpeg()
      .toBuffer()
    const none = await faultOf(swap([{ index: 1, position: 0 }], [close, empty]))
    expect(none).toMatchObject({ condition: 'reference', role: 'ref' })
    expect(none.message).toContain('reference 1')
    // Where both fail, the failure of the source is reported.
    const both = await faultOf(swap([{ index: 0, position: 5 }], [empty]))
    expect(both).toMatchObject({ condition: 'target' })
    const damaged = await faultOf(
      swap([{ index: 0, position: 0 }], [empty], pair.subarray(0, pair.length / 2)),
    )
    expect(damaged).toMatchObject({ condition: 'unreadable', role: 'src' })
  })
})
