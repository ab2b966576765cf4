import { describe, expect, test } from 'vitest'
import type { PictureRule } from '../../../catalog/files/file-rule.ts'
import { checkFile } from '../../../engine/media/check-file.ts'
import { DecoderStopped, decodingFault, isTimeout } from '../../../engine/media/decoding-fault.ts'
import { describeFile } from '../../../engine/media/describe-file.ts'
import { readMask } from '../../../engine/media/read-mask.ts'
import { requireDimensions } from '../../../engine/media/require-dimensions.ts'
import { resizePicture } from '../../../engine/media/resize-picture.ts'

const pixels = (...rgba: number[][]) => ({
  width: rgba.length,
  height: 1,
  data: Uint8ClampedArray.from(rgba.flat()),
})
const grey = (level: number, alpha = 255) => [level, level, level, alpha]

describe('a mask', () => {
  const read = (...rgba: number[][]) => [
    ...readMask(pixels(...rgba), { width: rgba.length, height: 1 }).data,
  ]

  test('is its luma, with black and white cleaned of a compressor’s noise', () => {
    const levels = [0, 8, 9, 128, 246, 247, 255]
    expect(read(...levels.map((level) => grey(level)))).toEqual([0, 0, 9, 128, 246, 255, 255])
    expect(read([255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255])).toEqual([76, 150, 29])
    expect(read(grey(200, 128), grey(255, 0), grey(255, 51))).toEqual([100, 0, 51])
  })

  test('has the size of what it masks', () => {
    const picture = pixels(grey(255), grey(255))
    for (const size of [
      { width: 1, height: 1 },
      { width: 2, height: 2 },
      { width: 3, height: 1 },
    ]) {
      expect(() => readMask(picture, size, 'video')).toThrow(
        expect.objectContaining({
          condition: 'dimensions',
          message:
            `The mask is 2 × 1 pixels and the video ${size.width} × ${size.height}; ` +
            'they must have the same size.',
        }),
      )
    }
    expect(readMask(picture, { width: 2, height: 1 }).data).toHaveLength(2)
  })

  test('that is black everywhere replaces nothing', () => {
    expect(() => read(grey(8), grey(0))).toThrow(
      expect.objectContaining({ condition: 'parameter' }),
    )
    expect(read(grey(9))).toEqual([9])
  })
})

describe('dimensions', () => {
  const RULE: PictureRule = {
    formats: ['jpeg'],
    maxBytes: 1,
    maxLongSide: 400,
    minShortSide: 100,
    maxRatio: 3,
  }
  const condition = (width: number, height: number, rule = RULE) => {
    try {
      requireDimensions({ width, height }, rule)
      return undefined
    } catch (fault) {
      return (fault as { condition: string }).condition
    }
  }

  test.each([
    [400, 300, undefined],
    [401, 300, 'large'],
    [300, 401, 'large'],
    [100, 100, undefined],
    [99, 100, 'small'],
    [100, 99, 'small'],
    [300, 100, undefined],
    [301, 100, 'ratio'],
    [100, 301, 'ratio'],
  ])('%i × %i', (width, height, expected) => {
    expect(condition(width, height)).toBe(expected)
  })

  test('are bound in all, and by nothing that is not said', () => {
    const open: PictureRule = { formats: ['jpeg'], maxBytes: 1, maxLongSide: 1e9 }
    expect([condition(1, 1, open), condition(1, 5_000, open), condition(0, 5, open)]).toEqual([
      undefined,
      undefined,
      'small',
    ])
    expect(condition(1e6, 1e6, open)).toBe('large')
  })
})

describe('a file', () => {
  const text = (content: string) => Buffer.from(content, 'latin1')

  test.each([
    ['\x00\x01\x02\x03nothing known', 'video', 'The file is no known kind of video'],
    ['\x00\x01\x02\x03nothing known', 'picture', 'The file is no known kind of picture'],
    [
      '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
      'picture',
      ': a store answered AccessDenied instead of sending it',
    ],
  ] as const)('%j is described', (content, wanted, says) => {
    expect(describeFile(text(content), wanted)).toContain(says)
  })

  test('is told to be a store’s answer by a code in its first 512 bytes', () => {
    const xml = (code: string, before = '') =>
      describeFile(text(`<?xml ?>${before}<Code>${code}</Code>`), 'picture')
    expect(xml('x'.repeat(60))).toContain('a store answered')
    expect(xml('x'.repeat(61))).not.toContain('a store answered')
    expect(xml('A', ' '.repeat(490))).toContain('a store answered A')
    expect(xml('A', ' '.repeat(491))).not.toContain('a store answered')
  })
})

describe('a decoder', () => {
  const complain = (message: string) => () => Promise.reject(new Error(message))

  test('that took too long says nothing about the file', () => {
    const stopped = new DecoderStopped('late')
    expect([isTimeout(stopped), isTimeout(new Error('timeout: 42% complete'))]).toEqual([
      true,
      true,
    ])
    expect([
      isTimeout(new Error('xtimeout: 1% complete')),
      isTimeout(new Error('timeout')),
    ]).toEqual([false, false])
    expect(decodingFault(stopped, 'Damaged.')).toMatchObject({ condition: 'runtime' })
    const damage = decodingFault(new Error('bad'), 'Damaged.')
    expect(damage).toMatchObject({ condition: 'unreadable', message: 'Damaged.' })
    expect(decodingFault(damage, 'Other.')).toBe(damage)
  })

  test('runs once where it does not complain, as strictly as its format needs', async () => {
    const asked: string[] = []
    const file = checkFile('png', () => Promise.reject(new Error('not read')))
    const decode = () => file.decode(async (failOn) => void asked.push(failOn))
    await decode()
    await decode()
    expect([asked, file.note()]).toEqual([['error', 'error'], undefined])
  })

  test('that complains of a file whose damage cannot be told is believed', async () => {
    const file = checkFile('gif', () => text('GIF89a'))
    await expect(file.decode(complain('bad'))).rejects.toMatchObject({
      condition: 'unreadable',
      message: 'The picture is damaged or cut off.',
    })
    const late = checkFile('gif', () => text('GIF89a'))
    const run = late.decode(complain('timeout: 5% complete'))
    await expect(run).rejects.toMatchObject({ condition: 'runtime' })
  })

  function text(content: string) {
    return Buffer.from(content, 'latin1')
  }
})

test('a picture of its own size is not resized, and a part of its own is cut', async () => {
  const picture = pixels(grey(10), grey(20), grey(30), grey(40))
  expect(await resizePicture(picture, { width: 4, height: 1 })).toBe(picture)
  const part = { left: 1, top: 0, width: 2, height: 1 }
  expect([...(await resizePicture(picture, { width: 2, height: 1 }, { part })).data]).toEqual([
    ...grey(20),
    ...grey(30),
  ])
  const one = await resizePicture(picture, { width: 1, height: 1 }, { part, kernel: 'linear' })
  expect([one.width, one.height]).toEqual([1, 1])
  expect(one.data[0]).toBeGreaterThan(20)
  expect(one.data[0]).toBeLessThan(30)
})
