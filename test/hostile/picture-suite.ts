import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { rewriteProfile } from '../../metadata/icc/rewrite-profile.ts'
import { warmEngine } from '../engine/warm-engine.ts'
import { ledgerSince, readLedger } from '../stack/read-ledger.ts'
import { type Accepted, TAIL } from './accepted.ts'
import { hurry } from './hurried-worker.ts'
import { cutOut, fifty, portrait, portraitJpeg } from './portrait.ts'
import type { Refused } from './refused.ts'
import { type Ended, FACE, type HostedService, startHosted } from './service.ts'

type Pixels = { data: Buffer; width: number; height: number }

async function pixelsOf(bytes: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(bytes)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** The columns in which two pictures of one size differ by more than the coding of a JPEG explains. */
function changedColumns(a: Pixels, b: Pixels): number[] {
  const columns = new Set<number>()
  for (let at = 0; at < a.data.length; at++) {
    if (Math.abs(a.data[at]! - b.data[at]!) > 24) columns.add((at >> 2) % a.width)
  }
  return [...columns]
}

/** How far green is below both red and blue in any pixel that can be seen. */
function magenta(data: Buffer): number {
  let most = 0
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3]! < 40) continue
    most = Math.max(most, Math.min(data[at]!, data[at + 2]!) - data[at + 1]!)
  }
  return most
}

/** The pictures of a suite, by what is tried with them. */
export type Cases = {
  refused: readonly Refused[]
  accepted: readonly Accepted[]
  /** EXIF's numbers. */
  orientations: readonly number[]
  edges: readonly (readonly [string, Area])[]
  /** Whether one with fifty faces is, too, which takes as long as ten others. */
  crowd: boolean
}

type Area = { left: number; top: number; width: number; height: number }

/** The edges that cut a face, each with the part of the portrait that is left. */
export const EDGES: Cases['edges'] = [
  ['left', { left: 130, top: 0, width: 270, height: 480 }],
  ['right', { left: 0, top: 0, width: 270, height: 480 }],
  ['top', { left: 0, top: 170, width: 400, height: 310 }],
  ['bottom', { left: 0, top: 0, width: 400, height: 330 }],
]

/** Sends pictures to the service as a client of its papers does. */
export function pictureSuite({ refused, accepted, orientations, edges, crowd }: Cases): void {
  let service: HostedService
  beforeAll(async () => {
    service = await startHosted()
  })
  afterAll(() => service?.run.close())

  describe('a file that is refused ends its task in error and says why', () => {
    test.each(refused)('$name', async ({ bytes, feature = 'face-reshape', error, words }) => {
      const path = `/s2s/v2.0/task/${feature}`
      const features = feature === 'body-reshape' ? { slim: -20 } : { eye_size: 40 }
      const src_file_id = await service.upload(await bytes())
      const ended = await service.task(path, { src_file_id, version: '1.0', features, global: {} })
      expect(ended).toMatchObject({ task_status: 'error', error, results: null })
      expect(ended.error_message).toMatch(words)
    })
  })

  describe('a file that is strange but sound is worked on, and comes back plain', () => {
    test.each(accepted)('$name', async ({ name, bytes, format, wall, within, profile }) => {
      const ended = await service.reshape(await bytes())
      expect(ended).toMatchObject({ task_status: 'success', error: null })
      const result = await service.result(ended)
      expect(result.contentType).toBe(`image/${format}`)
      expect(result.bytes.includes(TAIL)).toBe(false)
      const { data, info } = await sharp(result.bytes).raw().toBuffer({ resolveWithObject: true })
      expect(info).toMatchObject({ width: 400, height: 480, format: 'raw' })
      const at = (8 * info.width + 8) * info.channels
      for (const [c, value] of [wall.r, wall.g, wall.b].entries()) {
        expect(Math.abs(data[at + c]! - value), `channel ${c}`).toBeLessThanOrEqual(within)
      }
      const header = await sharp(result.bytes).metadata()
      const deep = { depth: 'ushort', space: 'rgb16' }
      const isDeep = format === 'png' && name.includes('16 bits')
      expect(header).toMatchObject({
        format,
        ...(isDeep ? deep : { depth: 'uchar', space: 'srgb' }),
      })
      // Its tags and nothing else of it.
      if (profile) expect(header.icc).toEqual(rewriteProfile(profile))
      else expect(header.icc?.includes('s\0R\0G\0B')).toBe(!name.includes('P3'))
      expect([header.exif, header.xmp, header.iptc, header.orientation]).toEqual(
        Array(4).fill(undefined),
      )
    })
  })

  async function boxesIn(bytes: Buffer) {
    const src_file_id = await service.upload(bytes)
    const { results } = await service.task(`${FACE}/pre-process`, { src_file_id })
    return results!['result'] as { left: number; top: number; width: number; height: number }[]
  }

  async function resultOf(ended: Ended): Promise<Pixels> {
    expect(ended).toMatchObject({ task_status: 'success', error: null })
    return await pixelsOf((await service.result(ended)).bytes)
  }

  test('a picture on its side is found and changed as it is shown, and comes back upright', async () => {
    const upright = await portraitJpeg()
    const turned = await sharp(upright)
      .rotate(270)
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 92 })
      .toBuffer()
    const [[box], [same]] = [await boxesIn(turned), await boxesIn(upright)]
    for (const side of ['left', 'top', 'width', 'height'] as const) {
      expect(Math.abs(box![side] - same![side])).toBeLessThanOrEqual(3)
    }
    const ended = await service.reshape(turned)
    const { bytes } = await service.result(ended)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 400, height: 480 })
    expect((await sharp(bytes).metadata()).orientation).toBeUndefined()
    const changed = changedColumns(await pixelsOf(upright), await resultOf(ended))
    expect(Math.min(...changed)).toBeGreaterThan(box!.left)
    expect(Math.max(...changed)).toBeLessThan(box!.left + box!.width)
  })

  test.each(orientations)(
    'EXIF orientation %i: the face is where it is shown',
    async (orientation) => {
      const upright = await portraitJpeg({ at: { x: 0.42, y: 0.55 } })
      const shown = await sharp(upright).withMetadata({ orientation }).jpeg().toBuffer()
      const stored = await sharp(shown).autoOrient().jpeg({ quality: 92 }).toBuffer()
      const [[box], [same]] = [await boxesIn(shown), await boxesIn(stored)]
      for (const side of ['left', 'top', 'width', 'height'] as const) {
        // Shown wrongly it would be 60 and more.
        expect(Math.abs(box![side] - same![side])).toBeLessThanOrEqual(10)
      }
    },
  )

  test('what a transparent edge hides stays hidden when the edge is moved', async () => {
    const source = await cutOut()
    const features = { face_reshape: -80, chin_length: 60 }
    const { data } = await resultOf(await service.reshape(source, { features }))
    const before = await pixelsOf(source)
    const moved = data.filter((value, at) => at % 4 === 3 && value !== before.data[at])
    expect(moved.length).toBeGreaterThan(200)
    expect(magenta(data)).toBeLessThanOrEqual(magenta(before.data) + 8)
  })

  test.runIf(crowd)(
    'of fifty faces each has its index, and only the one that is asked for changes',
    async () => {
      const { jpeg, step } = await fifty()
      const boxes = await boxesIn(jpeg)
      expect(boxes).toHaveLength(50)
      const centres = boxes.map(({ left, width }) => left + width / 2)
      expect(centres).toEqual(centres.toSorted((a, b) => a - b))
      const index = 27
      const features = { eye_size: 90, lip_size: 90 }
      const ended = await service.reshape(jpeg, { index, features })
      const changed = changedColumns(await pixelsOf(jpeg), await resultOf(ended))
      const column = Math.floor(centres[index]! / step)
      expect(changed.length).toBeGreaterThan(5)
      expect([...new Set(changed.map((x) => Math.floor(x / step)))]).toEqual([column])
      expect(await service.reshape(jpeg, { index: 50 })).toMatchObject({
        error: 'PHOTO_DETECTION_FAIL',
        error_message: expect.stringMatching(
          /^50 faces were found in the picture; there is no index 50/,
        ),
      })
    },
  )

  test.each(edges)(
    'a face cut by the %s edge is changed as far as it is there',
    async (_, area) => {
      const png = await (await portrait()).extract(area).png().toBuffer()
      const [box] = await boxesIn(png)
      expect(box).toBeDefined()
      const features = { face_reshape: -60, chin_length: 60, eye_size: 40 }
      const { width, height, data } = await resultOf(await service.reshape(png, { features }))
      expect([width, height]).toEqual([area.width, area.height])
      expect(changedColumns(await pixelsOf(png), { width, height, data }).length).toBeGreaterThan(
        20,
      )
    },
  )

  test('a file larger than any picture may be gets no slot', async () => {
    const file = { content_type: 'image/jpeg', file_name: 'a.jpg', file_size: 10_000_001 }
    const { status, body } = await service.ask('POST', '/s2s/v2.0/file', {
      body: { files: [file] },
    })
    expect([status, body.error_code]).toEqual([400, 'InvalidParameters'])
  })

  test('an effect that is not done in time ends in error, uncharged, and the next one is carried out', async () => {
    const engine = warmEngine()
    onTestFinished(() => engine.close())
    await engine.warm()
    const bytes = await portraitJpeg({ width: 600, height: 720, scale: 5.8 })
    const before = await readLedger(service.run)
    const allowed = { whole: 60_000, cut: 15 }
    hurry(service.run, engine, allowed.cut)
    const global = { skin_smooth_strength: 100, skin_smooth_color_intensity: 100 }
    const ended = await service.reshape(bytes, { global })
    expect(ended).toMatchObject({ task_status: 'error', error: 'RUNTIME_ERROR', results: null })
    expect(ended.error_message).toBe('The task ran out of time.')
    // The end is on record before the units are given back.
    await expect.poll(async () => (await readLedger(service.run)).reserved).toEqual([])
    const after = await readLedger(service.run)
    expect(ledgerSince(before, after)).toMatchObject({ charged: [], spent: 0 })
    hurry(service.run, engine, allowed.whole)
    expect(await service.reshape(bytes, { global })).toMatchObject({ task_status: 'success' })
  })
}
