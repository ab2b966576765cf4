import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { findJpegDamage } from '../../../../metadata/jpeg/damage/find-jpeg-damage.ts'
import { looksDamaged } from '../../../../metadata/jpeg/damage/looks-damaged.ts'
import { grain } from '../../../engine/media/paint.ts'
import { firstScan, restartingJpeg } from './restarting-jpeg.ts'

const ROWS = 480
const EOI = Buffer.from([0xff, 0xd9])

const FORMS = {
  baseline: await grain(640, ROWS).jpeg({ quality: 85, optimiseCoding: false }).toBuffer(),
  'with its own tables': await grain(640, ROWS).jpeg({ quality: 75 }).toBuffer(),
  progressive: await grain(640, ROWS).jpeg({ quality: 85, progressive: true }).toBuffer(),
  'at full colour resolution': await grain(640, ROWS)
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .toBuffer(),
  grey: await grain(640, ROWS).toColourspace('b-w').jpeg().toBuffer(),
  'of flat areas': await sharp({
    create: { width: 640, height: ROWS, channels: 3, background: '#ffffff' },
  })
    .jpeg()
    .toBuffer(),
}

/** A place within the entropy-coded data, as a share of them. */
function within(jpeg: Buffer, share: number): number {
  const start = firstScan(jpeg)
  return Math.floor(start + share * (jpeg.length - 2 - start))
}

function zeroed(jpeg: Buffer, from: number, to: number): Buffer {
  return Buffer.from(jpeg).fill(0, from, to)
}

/** Bytes that are the same every time and hold no 0xff. */
function scrambled(jpeg: Buffer, from: number, count: number): Buffer {
  const made = Buffer.from(jpeg)
  let state = 99
  for (let at = from; at < from + count; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    made[at] = (state >>> 24) % 255
  }
  return made
}

describe.each(Object.entries(FORMS))('a JPEG %s', (_, jpeg) => {
  it.each([
    ['as it is', jpeg],
    ['without an end', jpeg.subarray(0, -2)],
    ['filled up with zeros', Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(700)])],
    ['filled up with more', Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(3000)])],
    [
      'with bytes between its markers',
      Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(99), jpeg.subarray(2)]),
    ],
    [
      'with a few bytes before its end',
      Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(8, 7), EOI]),
    ],
  ])('%s has lost nothing', (_, bytes) => {
    expect(findJpegDamage(bytes)).toBeUndefined()
  })
})

const PHOTOS = Object.entries(FORMS).filter(([name]) => name !== 'of flat areas')

describe.each(PHOTOS)('a JPEG %s', (name, jpeg) => {
  const middle = within(jpeg, 0.5)
  it.each([
    ['that is cut off', jpeg.subarray(0, middle)],
    ['that is cut off and ended', Buffer.concat([jpeg.subarray(0, middle), EOI])],
    ['whose tail is zeros', zeroed(jpeg, middle, jpeg.length)],
    ['whose tail is zeros up to its end', zeroed(jpeg, middle, jpeg.length - 2)],
    ['with a kilobyte of zeros', zeroed(jpeg, middle, middle + 1024)],
    ['with two kilobytes of noise', scrambled(jpeg, middle, 2048)],
    [
      'that lacks a kilobyte',
      Buffer.concat([jpeg.subarray(0, middle), jpeg.subarray(middle + 1024)]),
    ],
  ])('%s has lost rows', (what, bytes) => {
    const damage = findJpegDamage(bytes)
    expect(damage).toMatchObject({ rows: ROWS })
    if (!damage || damage === 'unknown') return
    expect(damage.lost).toBeGreaterThan(damage.blockRows)
    expect(damage.lost).toBeLessThanOrEqual(ROWS)
    // Half of its data are about half of its rows, where they are in one scan. Where bytes lack is only guessed.
    if (name !== 'progressive' && !what.includes('lacks'))
      expect(Math.abs(damage.from - ROWS / 2)).toBeLessThan(ROWS / 6)
  })
})

it('zeros up to the end of the last scan are damage, although one of its codes ends all blocks', () => {
  const { progressive } = FORMS
  const start = progressive.lastIndexOf(Buffer.from([0xff, 0xda]))
  const from = start + 2 + progressive.readUInt16BE(start + 2)
  expect(progressive.length - from).toBeGreaterThan(200)
  for (const share of [0, 0.3, 0.7]) {
    const at = Math.floor(from + share * (progressive.length - from))
    const damage = findJpegDamage(zeroed(progressive, at, progressive.length - 2))
    expect(damage).toMatchObject({ rows: ROWS })
  }
})

describe('what looks damaged', () => {
  const jpeg = FORMS.baseline
  it.each(Object.values(FORMS).slice(0, 5))('no sound photo', (bytes) => {
    expect(looksDamaged(bytes)).toBe(false)
    expect(looksDamaged(Buffer.concat([bytes, Buffer.alloc(500), Buffer.from('MOTION')]))).toBe(
      false,
    )
  })

  it.each([
    ['no end', jpeg.subarray(0, -2)],
    [
      'bytes between markers',
      Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(9), jpeg.subarray(2)]),
    ],
    ['zeros', zeroed(jpeg, within(jpeg, 0.3), within(jpeg, 0.3) + 100)],
    ['no scan', jpeg.subarray(0, 40)],
    [
      'a restart marker that nobody announced',
      Buffer.concat([jpeg.subarray(0, -9), Buffer.from([0xff, 0xd5]), jpeg.subarray(-9)]),
    ],
  ])('%s', (_, bytes) => {
    expect(looksDamaged(bytes)).toBe(true)
  })
})

describe('restart markers', () => {
  const [columns, rows, interval] = [40, 30, 20]
  const whole = restartingJpeg(columns, rows, interval)
  const marker = (nth: number): number => {
    let at = firstScan(whole)
    for (let n = 0; n <= nth; n++) at = whole.indexOf(Buffer.from([0xff, 0xd0 + (n % 8)]), at) + 2
    return at - 2
  }

  it('in step are sound', async () => {
    await expect(sharp(whole, { failOn: 'warning' }).raw().toBuffer()).resolves.toBeDefined()
    expect(looksDamaged(whole)).toBe(false)
    expect(findJpegDamage(whole)).toBeUndefined()
  })

  it('bound what is lost', () => {
    const from = marker(8) + 2
    expect(findJpegDamage(scrambled(whole, from, marker(9) - from))).toEqual({
      from: 32,
      lost: expect.closeTo(4, 0),
      rows: 240,
      blockRows: 8,
    })
  })

  it('that are missing lose what stands between them', () => {
    const cut = Buffer.concat([whole.subarray(0, marker(8)), whole.subarray(marker(10))])
    expect(looksDamaged(cut)).toBe(true)
    expect(findJpegDamage(cut)).toMatchObject({ from: 36 - (36 % 8), lost: 8 })
  })

  it('far out of step lose all that follows', () => {
    const cut = Buffer.concat([whole.subarray(0, marker(8)), whole.subarray(marker(12))])
    expect(findJpegDamage(cut)).toMatchObject({ from: 32, lost: 240 - 36 })
  })

  it('under zeros are missed', () => {
    const damage = findJpegDamage(zeroed(whole, marker(8) + 3, marker(10) + 40))
    expect(damage).toMatchObject({ from: 32, lost: expect.closeTo(12, 0) })
  })
})

describe('what cannot be followed', () => {
  const frame = FORMS.baseline.indexOf(Buffer.from([0xff, 0xc0]))
  it.each([
    ['arithmetic coding', 0xc9],
    ['lossless coding', 0xc3],
  ])('%s', (_, marker) => {
    const bytes = Buffer.from(FORMS.baseline)
    bytes[frame + 1] = marker
    expect(findJpegDamage(bytes)).toBe('unknown')
  })

  it.each([
    ['tables', 0xc4],
    ['scans', 0xda],
  ])('thousands of %s', (_, marker) => {
    const { baseline } = FORMS
    let at = 2
    while (baseline[at + 1] !== marker) at += 2 + baseline.readUInt16BE(at + 2)
    const segment = baseline.subarray(at, at + 2 + baseline.readUInt16BE(at + 2))
    const many = Array.from({ length: 3000 }, () => segment)
    const bytes = Buffer.concat([baseline.subarray(0, at), ...many, baseline.subarray(at)])
    expect(findJpegDamage(bytes)).toBe('unknown')
  })

  it('a file without a scan, and bytes of no kind', () => {
    expect(findJpegDamage(FORMS.baseline.subarray(0, 40))).toBe('unknown')
    expect(findJpegDamage(Buffer.from([0xff, 0xd8, 0xff]))).toBe('unknown')
    expect(findJpegDamage(Buffer.alloc(0))).toBe('unknown')
  })
})
