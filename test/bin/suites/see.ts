import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { detect } from '../../../bin/commands/detect.ts'
import { effect } from '../../../bin/commands/effect.ts'
import { segment } from '../../../bin/commands/segment.ts'
import { enlargeMask } from '../../../bin/pictures/enlarge-mask.ts'
import type { Target } from '../../../bin/pictures/targets.ts'
import { twoPeople } from '../../../samples/two-people.ts'
import { drawFace } from '../../engine/face/draw-face.ts'
import { fewOrAll, isEveryCaseTried, sampled } from '../../setup/sampled.ts'

let folder: string
function at(name: string): string {
  return join(folder, name)
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'see-'))
  const width = fewOrAll(700, 1400)
  await sharp((await twoPeople()).png)
    .resize(width)
    .toFile(at('two.png'))
  await writeFile(at('crowd.png'), await crowd())
})
afterAll(() => rm(folder, { recursive: true }))

/** What a command prints. */
async function run(command: Command, ...words: string[]): Promise<string> {
  const print = vi.spyOn(console, 'log').mockImplementation(() => {})
  try {
    await command.parseAsync(words, { from: 'user' })
    return print.mock.calls.flat().join('\n')
  } finally {
    print.mockRestore()
  }
}

const KINDS = [
  ['face', 478, 'quality'],
  ['body', 33, 'visibility'],
  ['hand', 21, 'side'],
] as const
test.each(sampled(1, KINDS))(
  'detect %s prints boxes and landmarks in pixels of the picture, in index order',
  async (...row) => {
    const [kind, landmarks, own] = row
    const drawing = at(`${kind}.png`)
    const printed = await run(detect(), kind, at('two.png'), '--json', '--draw', drawing)
    const { width, height } = await sharp(at('two.png')).metadata()
    const { targets, ...head } = JSON.parse(printed)
    expect(head).toEqual({ kind, width, height, timedMs: expect.any(Number) })
    expect(targets).toHaveLength(kind === 'hand' ? 4 : 2)
    for (const [index, target] of (targets as Target[]).entries()) {
      expect(target).toMatchObject({ index, score: expect.any(Number), [own]: expect.anything() })
      expect(Object.keys(target.box)).toEqual(['left', 'top', 'width', 'height'])
      expect(target.landmarks).toHaveLength(landmarks)
      const { left, top } = target.box
      for (const point of target.landmarks) {
        expect(point).toHaveLength(3)
        const [x, y] = point
        // Landmarks of bodies are points of joints and may lie beside the mask; all lie about the box.
        expect(Math.abs(x - left - target.box.width / 2)).toBeLessThan(target.box.width)
        expect(Math.abs(y - top - target.box.height / 2)).toBeLessThan(target.box.height)
      }
    }
    const middles = (targets as Target[]).map(({ box }) => box.left + box.width / 2)
    expect(middles).toEqual(middles.toSorted((a, b) => a - b))
    const [before, after] = await Promise.all(
      [at('two.png'), drawing].map((file) => sharp(file).removeAlpha().raw().toBuffer()),
    )
    expect(after!.length).toBe(before!.length)
    expect(after!.equals(before!)).toBe(false)
  },
)

test.runIf(isEveryCaseTried())(
  'detect and segment read what effects are fitted to, of any format and size',
  async () => {
    const { width, height } = await sharp(at('two.png')).metadata()
    const wide = { left: 0, right: 9000 - width, top: 0, bottom: 0, background: '#808080' }
    await sharp(at('two.png')).removeAlpha().extend(wide).toFormat('tiff').toFile(at('wide.tif'))
    await sharp(at('two.png')).webp({ quality: 95 }).toFile(at('two.webp'))
    const facesOf = async (name: string) => {
      const told = JSON.parse(await run(detect(), 'face', at(name), '--json'))
      return { told, boxes: (told.targets as Target[]).map(({ box }) => box) }
    }
    const { boxes: own } = await facesOf('two.png')
    for (const [name, size] of [
      ['two.webp', { width, height }],
      ['wide.tif', { width: 9000, height }],
    ] as const) {
      const { told, boxes } = await facesOf(name)
      expect(told).toMatchObject(size)
      // In so wide a picture the smaller face may not be seen.
      expect(boxes.length).toBeGreaterThanOrEqual(name === 'two.webp' ? own.length : 1)
      for (const box of boxes) {
        const like = own.filter(
          ({ left, width: across }) =>
            Math.abs(box.left - left) < 0.1 * across && Math.abs(box.width / across - 1) < 0.1,
        )
        expect(like).toHaveLength(1)
      }
    }
    await run(segment(), 'person', at('two.webp'), '-o', at('mask.png'))
    expect(await sharp(at('mask.png')).metadata()).toMatchObject({ width, height })
    const mask = { width: 2, height: 1, data: Uint8Array.of(0, 255) }
    const { data, ...size } = await enlargeMask(mask, { width: 8, height: 3 })
    expect(size).toEqual({ width: 8, height: 3 })
    expect([data[0], data[7], data[16], data.length]).toEqual([0, 255, 0, 24])
  },
)

test('segment writes a mask of one 8-bit channel, the size of the picture', async () => {
  const mask = at('mask.png')
  expect(await run(segment(), 'person', at('two.png'), '-o', mask)).toBe(mask)
  const { width, height } = await sharp(at('two.png')).metadata()
  const told = await sharp(mask).metadata()
  expect(told).toMatchObject({ width, height, channels: 1, depth: 'uchar', format: 'png' })
  const people = await run(detect(), 'body', at('two.png'), '--json')
  const data = await sharp(mask).toColourspace('b-w').raw().toBuffer()
  for (const { landmarks } of JSON.parse(people).targets as Target[]) {
    const [x, y] = landmarks[24]!
    expect(data[Math.round(y) * width + Math.round(x)]).toBe(255)
  }
  expect(data[0]).toBe(0)
})

// `segment-regions.test.ts` has the command write them in `npm test`.
test.runIf(isEveryCaseTried())(
  'segment regions writes a mask for each region below each other, and says how sure it is',
  async () => {
    const masks = at('masks.png')
    const told = JSON.parse(await run(segment(), 'regions', at('two.png'), '-o', masks, '--json'))
    const { width, height = 0 } = await sharp(at('two.png')).metadata()
    expect(told).toMatchObject({ width, height })
    expect(told.regions).toHaveLength(7)
    expect(told.people).toHaveLength(2)
    expect(told.people[1]).toMatchObject({ index: 1, confidence: { hair: expect.any(Number) } })
    const size = await sharp(masks).metadata()
    expect(size).toMatchObject({ width, height: 7 * height, channels: 1, format: 'png' })
  },
)

describe('a crowd whose people cannot be told apart', () => {
  test.runIf(isEveryCaseTried())('gets no mask', async () => {
    const mask = at('none.png')
    await expect(run(segment(), 'person', at('crowd.png'), '-o', mask)).rejects.toThrow(
      /^(\d+) of the \1 people whose faces are seen cannot be told from what is behind them/,
    )
    await expect(readFile(mask)).rejects.toThrow('ENOENT')
  })

  test('gets no regions, and is not said to be nobody', async () => {
    await expect(run(segment(), 'regions', at('crowd.png'), '-o', at('none.png'))).rejects.toThrow(
      /^\d+ faces were found in the picture, and no body/,
    )
  })

  test.runIf(isEveryCaseTried())(
    'has no body to reshape, and is not said to be nobody',
    async () => {
      const params = ['--params', '{"features":{"slim":-20}}', '-o', at('slim.png')]
      await expect(run(effect(), 'body-reshape', at('crowd.png'), ...params)).rejects.toThrow(
        /^PHOTO_DETECTION_FAIL: \d+ faces were found in the picture, and no body/,
      )
    },
  )
})

test.each([
  ['detect', detect, ['face', 'two.png', '--draw', 'no/x.png']],
  ['segment', segment, ['person', 'two.png', '-o', 'no/x.png']],
])('%s says of a place that cannot be written before it looks', async (_, command, words) => {
  const named = words.map((word) => (word.endsWith('.png') ? at(word) : word))
  await expect(run(command(), ...named)).rejects.toThrow(/no\/x\.png cannot be written\.$/)
})

/** Five rows of nine small heads, one behind the other. */
async function crowd(): Promise<Buffer> {
  const { picture } = await drawFace()
  const raw = { width: picture.width, height: picture.height, channels: 4 } as const
  const head = await sharp(await sharp(picture.data, { raw }).resize(110).png().toBuffer())
    .extract({ left: 0, top: 10, width: 90, height: 100 })
    .png()
    .toBuffer()
  const heads = Array.from({ length: 45 }, (_, i) => {
    const row = Math.floor(i / 9)
    return { input: head, left: (i % 9) * 90 + (row % 2) * 30, top: row * 66 }
  })
  const wall = { width: 890, height: 390, channels: 3, background: '#777777' } as const
  return await sharp({ create: wall }).composite(heads).png().toBuffer()
}
