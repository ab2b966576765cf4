import { describe, expect, it } from 'vitest'
import type { Extension } from '../../../../catalog/features/out-paint.ts'
import { outPaintPerformer } from '../../../../engine/effects/out-paint/performer.ts'
import type { ExtendRequest } from '../../../../engine/generate/task-generator.ts'
import type { Box } from '../../../../engine/geometry/box.ts'
import type { EffectTask } from '../../../../engine/performers/performer.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'

const BASE: Extension = {
  output_width: 20,
  output_height: 14,
  input_x: 2,
  input_y: 1,
  input_width: 5,
  input_height: 4,
  crop_input_x: 1,
  crop_input_y: 1,
  crop_input_width: 5,
  crop_input_height: 4,
}

/** 8 x 6 pixels that tell where they lie. */
const source: Picture = { width: 8, height: 6, data: new Uint8ClampedArray(4 * 8 * 6) }
for (let i = 0; i < 48; i++) {
  source.data.set([30 * (i % 8), 40 * Math.floor(i / 8), 200, 255], 4 * i)
}

/** What a generator is asked to extend, for a task with these of the ten numbers. */
async function asked(to: Partial<Extension>): Promise<ExtendRequest> {
  const requests: ExtendRequest[] = []
  const extend = async (request: ExtendRequest): Promise<Picture> => {
    requests.push(request)
    return request.canvas
  }
  await outPaintPerformer.effect({
    parameters: { ...BASE, ...to },
    openPicture: async () => ({ picture: source, format: 'jpeg', own: async () => undefined }),
    generator: { abilities: ['extend'], extend },
    checkpoint: async () => {},
    beginStep: () => {},
  } as unknown as EffectTask)
  expect(requests).toHaveLength(1)
  return requests[0]!
}

function pixel({ width, data }: Picture, x: number, y: number): number[] {
  return [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)]
}

/** The canvas, the opaque pixels on it, and the source pixels that the first and the last of them show. */
async function layout(to: Partial<Extension>) {
  const { canvas } = await asked(to)
  const { width, height } = canvas
  const opaque = [...Array(width * height).keys()].filter((i) => canvas.data[4 * i + 3] === 255)
  const shown = (i: number) => {
    const [red = 0, green = 0] = pixel(canvas, i % width, Math.floor(i / width))
    return [Math.round(red / 30), Math.round(green / 40)]
  }
  const [first, last] = [opaque[0]!, opaque.at(-1)!]
  const [left, top] = [first % width, Math.floor(first / width)]
  const box = [left, top, (last % width) - left + 1, Math.floor(last / width) - top + 1]
  expect(opaque).toHaveLength(box[2]! * box[3]!)
  return { canvas: [width, height], box, first: shown(first), last: shown(last) }
}

const LAYOUT = { canvas: [20, 14], box: [2, 1, 5, 4], first: [1, 1], last: [5, 4] }

describe('each of the ten numbers', () => {
  it.each<[Partial<Extension>, Partial<typeof LAYOUT>]>([
    [{}, {}],
    [{ output_width: 30 }, { canvas: [30, 14] }],
    [{ output_height: 25 }, { canvas: [20, 25] }],
    [{ input_x: 9 }, { box: [9, 1, 5, 4] }],
    [{ input_y: 7 }, { box: [2, 7, 5, 4] }],
    [{ input_width: 15 }, { box: [2, 1, 15, 4] }],
    [{ input_height: 12 }, { box: [2, 1, 5, 12] }],
    [{ crop_input_x: 3 }, { first: [3, 1], last: [7, 4] }],
    [{ crop_input_y: 2 }, { first: [1, 2], last: [5, 5] }],
    [{ crop_input_width: 7 }, { first: [1, 1], last: [7, 4] }],
    [{ crop_input_height: 5 }, { first: [1, 1], last: [5, 5] }],
  ])('%j changes what it names and nothing else', async (to, changed) => {
    expect(await layout(to)).toEqual({ ...LAYOUT, ...changed })
  })

  it('at their own size the pixels are the source’s, and the margin is empty', async () => {
    const { canvas, source: box } = await asked({ crop_input_x: 2, input_y: 3 })
    expect(box).toEqual({ left: 2, top: 3, width: 5, height: 4 } satisfies Box)
    for (let y = 0; y < canvas.height; y++) {
      for (let x = 0; x < canvas.width; x++) {
        const isInside = x >= 2 && x < 7 && y >= 3 && y < 7
        const expected = isInside ? pixel(source, x, y - 2) : [0, 0, 0, 0]
        expect(pixel(canvas, x, y), `${x},${y}`).toEqual(expected)
      }
    }
  })

  it.each<[Partial<Extension>, string]>([
    [{ crop_input_x: 4 }, 'crop_input_x + crop_input_width is 9; the source is 8 pixels wide.'],
    [{ crop_input_width: 8 }, 'crop_input_x + crop_input_width is 9; the source is 8 pixels wide.'],
    [{ crop_input_y: 3 }, 'crop_input_y + crop_input_height is 7; the source is 6 pixels high.'],
    [
      { crop_input_height: 4096 },
      'crop_input_y + crop_input_height is 4097; the source is 6 pixels high.',
    ],
  ])('%j reaches beyond the source, which is refused', async (to, message) => {
    await expect(asked(to)).rejects.toMatchObject({ condition: 'parameter', message })
  })
})
