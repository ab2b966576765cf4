import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Extension } from '../../../../catalog/features/out-paint.ts'
import { extendPicture } from '../../../../engine/effects/out-paint/extend-picture.ts'
import { findText } from '../../../../engine/effects/out-paint/find-text.ts'
import { marginLevel } from '../../../../engine/effects/out-paint/margin-level.ts'
import { continueLines } from '../../../../engine/fill/continue-lines.ts'
import type { Box } from '../../../../engine/geometry/box.ts'
import { decodePicture } from '../../../../engine/media/decode-picture.ts'
import type { Engine } from '../../../../engine/perform.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { twoPeople } from '../../../../samples/two-people.ts'
import { fewOrAll, isEveryCaseTried } from '../../../setup/sampled.ts'
import { drawScene, type Scene } from '../../fill/draw-scene.ts'
import { redInpainting } from '../../red-inpainting.ts'
import { warmEngine, warmEngineWith } from '../../warm-engine.ts'
import { sceneOnCanvas } from './scene-on-canvas.ts'
import { selfSimilarity } from './self-similarity.ts'

const noWait = async (): Promise<void> => {}

async function extended(scene: Scene, width: number, margins: Parameters<typeof sceneOnCanvas>[2]) {
  const { source, canvas, box } = await sceneOnCanvas(scene, width, margins)
  const text = findText(source)
  const { picture, calmed } = await extendPicture(canvas, text ? [text] : [], noWait)
  return { source, picture, calmed, box }
}

function meanOf({ width, data }: Picture, { left, top, ...size }: Box): number[] {
  const sums = [0, 0, 0]
  for (let y = top; y < top + size.height; y++) {
    for (let x = left; x < left + size.width; x++) {
      for (let c = 0; c < 3; c++) sums[c] = sums[c]! + data[4 * (y * width + x) + c]!
    }
  }
  return sums.map((sum) => sum / (size.width * size.height))
}

/** The highest level of a channel in a part of the picture. */
function brightest({ width, data }: Picture, channel: number, { left, top, ...size }: Box): number {
  let most = 0
  for (let y = top; y < top + size.height; y++) {
    for (let x = left; x < left + size.width; x++) {
      most = Math.max(most, data[4 * (y * width + x) + channel]!)
    }
  }
  return most
}

/** Standard deviation of green within boxes of 8 pixels, as a mean over a part of the picture. */
function liveliness({ width, data }: Picture, { left, top, ...size }: Box): number {
  let [all, count] = [0, 0]
  for (let y = top; y + 8 <= top + size.height; y += 8) {
    for (let x = left; x + 8 <= left + size.width; x += 8) {
      const values = Array.from(
        { length: 64 },
        (_, n) => data[4 * ((y + (n >> 3)) * width + x + (n & 7)) + 1]!,
      )
      const mean = values.reduce((sum, value) => sum + value, 0) / 64
      all += Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 64)
      count++
    }
  }
  return all / count
}

describe('a sea', () => {
  it('goes on with its horizon, its gradients, and without a second sun', async () => {
    const { source, picture, calmed, box } = await extended('sea', 240, { left: 90, right: 90 })
    for (const share of Object.values(calmed)) expect(share).toBeLessThan(0.08)
    const horizon = (360 / 600) * source.height
    for (const x of [15, 60, 350, 400]) {
      const blue = Array.from({ length: 40 }, (_, n) => {
        const y = Math.round(horizon) - 20 + n
        return picture.data[4 * (y * picture.width + x) + 2]!
      })
      const steps = blue.slice(2).map((value, n) => blue[n]! - value)
      expect(Math.abs(steps.indexOf(Math.max(...steps)) - 19), `column ${x}`).toBeLessThan(5)
    }
    // Bands of the sky, and broader ones of the water, so that single waves count little.
    for (const [top, height] of [
      [8, 6],
      [68, 6],
      [112, 28],
      [145, 28],
    ] as const) {
      const inside = meanOf(picture, { left: box.left, top, width: 45, height })
      const outside = meanOf(picture, { left: 22, top, width: 45, height })
      for (let c = 0; c < 3; c++) expect(Math.abs(outside[c]! - inside[c]!)).toBeLessThan(14)
    }
    expect(brightest(picture, 0, { left: 0, top: 0, width: box.left, height: 82 })).toBeLessThan(
      215,
    )
  })

  it('continues its horizon as a line, and hardly a wave', async () => {
    const { canvas } = await sceneOnCanvas('sea', 800, { left: 60, right: 60 })
    const { level, inside } = await marginLevel(canvas)
    const own = level.state.slice()
    continueLines(level, 'margin')
    const horizon = inside.top + (360 / 600) * inside.height
    const drawn = [...level.state.keys()].filter((i) => level.state[i] !== own[i])
    const near = drawn.filter((i) => Math.abs(Math.floor(i / level.width) - horizon) < 9)
    expect(near.length).toBeGreaterThan(1000)
    // One crest of a wave on one side.
    expect(drawn.length - near.length).toBeLessThan(600)
  })

  it('keeps every byte of the picture', async () => {
    const { source, picture, box } = await extended('sea', fewOrAll(96, 160), {
      left: 21,
      top: 13,
      bottom: 40,
    })
    for (let y = 0; y < source.height; y++) {
      const from = 4 * ((box.top + y) * picture.width + box.left)
      const row = picture.data.subarray(from, from + 4 * source.width)
      expect(row).toEqual(source.data.subarray(4 * y * source.width, 4 * (y + 1) * source.width))
    }
    expect(picture.data.every((value, i) => i % 4 !== 3 || value === 255)).toBe(true)
  })
})

describe('a meadow', () => {
  it('goes on as lively beside the picture, without its writing, and does not repeat itself', async () => {
    const { source, picture, calmed, box } = await extended('meadow', 200, { right: 300 })
    // What is far is out of focus, which is said.
    expect(calmed.right).toBeGreaterThan(0.3)
    expect(calmed).toMatchObject({ left: 0, top: 0, bottom: 0 })
    const inside = liveliness(picture, { ...box, width: 64 })
    const beside = liveliness(picture, { left: box.width + 8, top: 0, width: 48, height: 150 })
    const far = liveliness(picture, { left: 440, top: 0, width: 56, height: 150 })
    expect(beside).toBeGreaterThan(0.45 * inside)
    expect(far).toBeLessThan(beside)
    const margin = { left: source.width, top: 0, width: 300, height: source.height }
    expect(brightest(picture, 2, margin)).toBeLessThan(225)
    // A margin of one and a half pictures that only copied could not come below a half.
    expect(selfSimilarity(picture, margin)).toBeLessThan(0.45)
  })

  it('tiled would count as repeated', async () => {
    const source = await decodePicture(await drawScene('meadow', 96))
    const data = new Uint8ClampedArray(2 * source.data.length)
    for (let y = 0; y < source.height; y++) {
      const row = source.data.subarray(4 * y * source.width, 4 * (y + 1) * source.width)
      data.set(row, 8 * y * source.width)
      data.set(row, 8 * y * source.width + 4 * source.width)
    }
    const tiled = { width: 2 * source.width, height: source.height, data }
    expect(selfSimilarity(tiled, { left: 0, top: 0, ...tiled })).toBeGreaterThan(0.9)
    expect(selfSimilarity(source, { left: 0, top: 0, ...source })).toBeLessThan(0.1)
  })
})

// In `npm test` a horizon is continued.
it.runIf(isEveryCaseTried())('the lines of a room keep their direction', async () => {
  const { picture, box } = await extended('room', 320, { left: 100, right: 100 })
  for (const x of [20, 60, 450, 500]) {
    // The upper edge of the skirting board, from (0, 460) to (800, 390) of 800 x 600.
    const expected = 184 - (35 / 400) * (x - box.left)
    const levels = Array.from(
      { length: 31 },
      (_, n) => picture.data[4 * ((Math.round(expected) - 15 + n) * picture.width + x) + 2]!,
    )
    const edge = levels.indexOf(Math.max(...levels)) - 15
    expect(edge, `column ${x}`).toBeGreaterThan(-2)
    expect(edge, `column ${x}`).toBeLessThan(10)
  }
})

describe('a task', () => {
  const WIDE = fewOrAll(240, 300)
  const HIGH = 0.75 * WIDE
  let engine: Engine
  let src: Buffer
  beforeAll(async () => {
    engine = warmEngine()
    const { png } = await twoPeople()
    src = await sharp(png).resize(WIDE).jpeg({ quality: 92 }).toBuffer()
  })
  afterAll(() => engine?.close())

  function perform(to: Partial<Extension>, file = src, by = engine) {
    const params = {
      output_width: 500,
      output_height: HIGH,
      input_x: 50,
      input_y: 0,
      input_width: WIDE,
      input_height: HIGH,
      crop_input_x: 0,
      crop_input_y: 0,
      crop_input_width: WIDE,
      crop_input_height: HIGH,
      ...to,
    }
    return by.perform({ feature: 'out-paint', stage: 'effect', params, files: { src: file } })
  }

  it('copies nobody into the margin', async () => {
    const across = fewOrAll(320, 500)
    const { output } = await perform({ output_width: across, input_x: (across - WIDE) / 2 })
    const { width, height } = await sharp(output!.bytes).metadata()
    expect([width, height, output!.extension]).toEqual([across, HIGH, 'jpg'])
    const { results } = await engine.perform({
      feature: 'face-reshape',
      stage: 'pre-process',
      params: {},
      files: { src: output!.bytes },
    })
    expect(results['result']).toHaveLength(2)
  })

  /** A person whom the lower edge cuts, with room below. */
  async function cutBelow(): Promise<[Partial<Extension>, Buffer]> {
    const close = await sharp(src)
      .extract({ left: 45, top: 15, width: 82, height: 112 })
      .resize(205, 280, { fit: 'fill' })
      .jpeg()
      .toBuffer()
    const used = { crop_input_width: 205, crop_input_height: 280 }
    const size = { input_x: 0, input_width: 205, input_height: 280 }
    return [{ output_width: 205, output_height: 500, ...size, ...used }, close]
  }

  it('says whom the edge cuts, and not of a head near to it', async () => {
    const [below, close] = await cutBelow()
    const { results } = await perform({ ...below, output_height: 300 }, close)
    expect(results['note']).toContain('Whom the edge cuts at the bottom is not completed')
    const above = { ...below, output_height: 300, input_y: 20 }
    const { results: told } = await perform(above, close)
    expect(told['note'] ?? '').not.toContain('Whom the edge cuts')
  })

  it.runIf(isEveryCaseTried())(
    'says so where a person is cut by the edge and the margin is calm colour',
    async () => {
      const { results } = await perform(...(await cutBelow()))
      expect(results['note']).toMatch(
        /^Part of the margin at the bottom is continued in calm colour/,
      )
    },
  )

  // In `npm test` such a network continues what clothes uncover, `dress-person.test.ts`.
  it.runIf(isEveryCaseTried())(
    'lets a network of users continue the sides where it would be calm colour',
    async () => {
      const { net, asked } = redInpainting()
      const { results, output } = await perform(...(await cutBelow()), warmEngineWith([net]))
      expect(asked()).toBe(1)
      expect(results).not.toHaveProperty('note')
      const { dominant } = await sharp(output!.bytes)
        .extract({ left: 0, top: 400, width: 205, height: 90 })
        .stats()
      expect(dominant.r).toBeGreaterThan(2 * dominant.g)
    },
  )

  it('takes the least and the flattest that the ten numbers allow', async () => {
    const one = { crop_input_width: 1, crop_input_height: 1, input_width: 1, input_height: 1 }
    const wall = { width: 60, height: 40, channels: 3, background: '#9ab' } as const
    const place = { output_width: 40, output_height: 2, input_x: 0, input_y: 1 }
    const { output } = await perform(
      { ...one, ...place },
      await sharp({ create: wall }).jpeg().toBuffer(),
    )
    const { width, height } = await sharp(output!.bytes).metadata()
    expect([width, height]).toEqual([40, 2])
  })
})
