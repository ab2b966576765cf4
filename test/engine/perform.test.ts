import { execFileSync } from 'node:child_process'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Fault } from '../../catalog/failures/fault.ts'
import { HEAP_GROWTH, type PerformRequest } from '../../engine/perform.ts'
import type { EffectResult } from '../../engine/performers/performer.ts'
import { readResolution } from '../../metadata/resolution/read-resolution.ts'
import { twoPeople } from '../../samples/two-people.ts'
import { isEveryCaseTried, sampled } from '../setup/sampled.ts'
import { deepened, deepPng, deepValues } from './media/deep-picture.ts'
import { grain, paint } from './media/paint.ts'
import { ultraHdr } from './media/ultra-hdr.ts'
import { warmEngine } from './warm-engine.ts'

const engine = warmEngine()
let src: Buffer
let nobody: Buffer
/** Both people down to the chest, for what is about tasks and not about bodies: faces take a tenth of the time. */
let heads: Buffer

function request(more: Partial<PerformRequest> = {}): PerformRequest {
  return {
    feature: 'body-reshape',
    stage: 'effect',
    params: { features: { slim: -60 } },
    files: { src },
    ...more,
  }
}

function faultOf(asked: PerformRequest, signal?: AbortSignal): Promise<Fault> {
  return engine.perform(asked, signal ? { signal } : {}).then(
    () => expect.unreachable('the task succeeded'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(Fault)
      return error as Fault
    },
  )
}

beforeAll(async () => {
  src = await sharp((await twoPeople()).png)
    .resize(700)
    .png()
    .toBuffer()
  heads = await sharp((await twoPeople()).png)
    .extract({ left: 250, top: 20, width: 900, height: 500 })
    .png()
    .toBuffer()
  nobody = await paint(640, 480).png().toBuffer()
})
afterAll(() => engine.close())

describe('openEngine', () => {
  it('sets what this runtime knows', () => {
    const start = (flag: string) => () =>
      execFileSync(process.execPath, [flag, '--eval', ''], { stdio: 'pipe' })
    expect(start(HEAP_GROWTH)).not.toThrow()
    expect(start('--heap-shrinking-percent=200')).toThrow()
  })
})

it('says in its results what damage of a file is in the picture', async () => {
  const whole = await grain(160, 240).jpeg({ quality: 90 }).toBuffer()
  const size = { input_width: 160, input_height: 240 }
  const crop = { crop_input_x: 0, crop_input_y: 0, crop_input_width: 160, crop_input_height: 240 }
  const place = { output_width: 180, output_height: 240, input_x: 10, input_y: 0 }
  const extended = (bytes: Buffer) =>
    engine.perform({
      feature: 'out-paint',
      stage: 'effect',
      params: { ...size, ...crop, ...place },
      files: { src: bytes },
    })
  if (isEveryCaseTried()) {
    expect((await extended(whole)).results['note'] ?? '').not.toContain('damaged')
  }
  expect((await extended(whole.subarray(0, -200))).results['note']).toContain(
    'The file is damaged at row 225 of 240: less than 16 rows of pixels are lost.',
  )
  await expect(extended(whole.subarray(0, whole.length >> 1))).rejects.toMatchObject({
    condition: 'unreadable',
    role: 'src',
  })
})

describe('pre-process of body-reshape', () => {
  it('gives a box for each body and how long it took, in the wire’s shape', async () => {
    const { results, output } = await engine.perform(request({ stage: 'pre-process', params: {} }))
    expect(output).toBeUndefined()
    expect(Object.keys(results).toSorted()).toEqual(['result', 'timed'])
    const boxes = results['result'] as Record<string, number>[]
    expect(boxes).toHaveLength(2)
    for (const box of boxes) {
      expect(Object.keys(box).toSorted()).toEqual(['height', 'left', 'top', 'usable', 'width'])
      expect(box['usable']).toBe(true)
    }
    expect(boxes[0]!['left']).toBeLessThan(boxes[1]!['left']!)
    expect(results['timed']).toBeGreaterThan(0)
  })

  it('gives an empty list when nobody is there', async () => {
    const asked = request({ stage: 'pre-process', params: {}, files: { src: nobody } })
    expect((await engine.perform(asked)).results).toMatchObject({ result: [] })
  })
})

describe('effect of body-reshape', () => {
  /** The first and last column in which two pictures of one size differ. */
  const changed = async (a: Uint8Array, b: Uint8Array): Promise<[number, number]> => {
    const read = (bytes: Uint8Array) =>
      sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const [before, after] = [await read(a), await read(b)]
    expect(after.info).toMatchObject({ width: before.info.width, height: before.info.height })
    let [first, last] = [before.info.width, -1]
    for (let at = 0; at < before.data.length; at++) {
      if (before.data[at] === after.data[at]) continue
      const x = Math.floor(at / 3) % before.info.width
      first = Math.min(first, x)
      last = Math.max(last, x)
    }
    return [first, last]
  }

  it.each(
    sampled(1, [
      [1, 400, 700],
      [undefined, 0, 350],
      [0, 0, 350],
    ] as const),
  )('at index %s changes that body alone, in the source’s format', async (index, from, to) => {
    const params = { features: { slim: -60 }, ...(index === undefined ? {} : { index }) }
    const { results, output } = await engine.perform(request({ params }))
    expect(results).toMatchObject({ slim: true, arm: false })
    expect(results['timed']).toBeGreaterThanOrEqual(results['timed_apply'] as number)
    expect(output).toMatchObject({ contentType: 'image/png', extension: 'png' })
    const [first, last] = await changed(src, output!.bytes)
    expect(first).toBeGreaterThan(from)
    expect(last).toBeLessThan(to)
    expect(last - first).toBeGreaterThan(25)
  })

  it.runIf(isEveryCaseTried())(
    'answers a PNG of 16 bits with one, exact where nothing changed',
    async () => {
      const deep = await deepened(
        sharp((await twoPeople()).png)
          .resize(900)
          .removeAlpha(),
      )
      const { width, height, values } = deep
      const raw = { width, height, channels: 3 } as const
      const levels = Uint8Array.from(values, (value) => value >> 8)
      const reshaped = async (src: Buffer) =>
        (await engine.perform(request({ files: { src } }))).output!.bytes as Uint8Array
      const result = await reshaped(await deepPng(deep).toBuffer())
      const shallow = await sharp(await reshaped(await sharp(levels, { raw }).png().toBuffer()))
        .raw()
        .toBuffer()
      expect(await sharp(result).metadata()).toMatchObject({ depth: 'ushort', width, height })
      const found = await deepValues(result)
      let [kept, changed, off] = [0, 0, 0]
      for (const [at, value] of found.entries()) {
        if (shallow[at] === levels[at]) kept += Number(value === values[at])
        else changed++
        off = Math.max(off, Math.abs(value / 257 - shallow[at]!))
      }
      expect(kept).toBe(values.length - changed)
      expect(changed / values.length).toBeGreaterThan(0.01)
      expect(off).toBeLessThan(1)
    },
  )

  it.runIf(isEveryCaseTried())('answers a JPEG with a JPEG', async () => {
    const jpeg = await sharp(src).jpeg({ quality: 95 }).toBuffer()
    const { output } = await engine.perform(request({ files: { src: jpeg } }))
    expect(output).toMatchObject({ contentType: 'image/jpeg', extension: 'jpg' })
    expect((await sharp(output!.bytes).metadata()).format).toBe('jpeg')
  })

  it('an index nobody has, naming how many there are', async () => {
    const params = { features: { slim: -60 }, index: 2 }
    expect(await faultOf(request({ params }))).toMatchObject({
      condition: 'target',
      message: '2 people were found in the picture; there is no index 2.',
    })
  })

  it('nobody at all', async () => {
    expect(await faultOf(request({ files: { src: nobody } }))).toMatchObject({
      condition: 'target',
      message: 'Nobody was found in the picture.',
    })
  })
})

describe('what is refused', () => {
  it.each([
    ['a strength out of range', { features: { slim: -101 } }, 'features.slim is below'],
    ['an index that is no whole number', { features: { slim: 1 }, index: 0.5 }, 'index'],
    ['no features', {}, 'features is required'],
  ])('%s, naming the field', async (_, params, message) => {
    const fault = await faultOf(request({ params }))
    expect(fault.condition).toBe('parameter')
    expect(fault.message).toContain(message)
  })

  it.each([
    ['an unknown feature', 'sing', 'effect'],
    ['a name every object has', 'constructor', 'effect'],
  ] as const)('%s', async (_, feature, stage) => {
    expect(await faultOf(request({ feature, stage }))).toMatchObject({ condition: 'parameter' })
  })

  it('a file over the catalogue’s limits, and over narrower ones that are asked for', async () => {
    const large = await paint(2100, 400).jpeg().toBuffer()
    expect((await faultOf(request({ files: { src: large } }))).message).toContain('2048')
    const limits = { src: { formats: ['png'], maxBytes: 100, maxLongSide: 2048 } } as const
    expect(
      await faultOf(request({ limits: { src: { ...limits.src, formats: ['png'] } } })),
    ).toMatchObject({
      condition: 'bytes',
    })
  })
})

describe('time', () => {
  const faceTask = (more: Partial<PerformRequest> = {}): PerformRequest =>
    request({
      feature: 'face-reshape',
      params: { features: { eye_size: 60 } },
      files: { src: heads },
      ...more,
    })

  const one = () => faceTask({ params: { features: { eye_size: 60 }, index: 1 } })
  let alone: Promise<EffectResult> | undefined
  const doneAlone = (): Promise<EffectResult> => {
    alone ??= engine.perform(one())
    return alone
  }

  it('a task stops when its signal does', async () => {
    const controller = new AbortController()
    controller.abort()
    expect(await faultOf(faceTask(), controller.signal)).toMatchObject({
      condition: 'runtime',
      message: 'The task was stopped.',
    })
  })

  it('a task that is out of time stops half-way, and the next one runs', async () => {
    // By its own timers, of which more than three fire while it computes, however fast this machine is just then.
    const time = new AbortController()
    let ticks = 0
    const timer = setInterval(() => {
      if (++ticks === 3) time.abort(new DOMException('The time is over.', 'TimeoutError'))
    }, 1)
    expect(await faultOf(faceTask(), time.signal)).toMatchObject({
      condition: 'runtime',
      message: 'The task ran out of time.',
    })
    clearInterval(timer)
    await expect(doneAlone()).resolves.toHaveProperty('output')
  })

  it('timers fire while a task is computing', async () => {
    let ticks = 0
    const timer = setInterval(() => ticks++, 1)
    await engine.perform(faceTask({ stage: 'pre-process', params: {} }))
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(3)
  })

  it('two tasks at once both come to their end', async () => {
    const [, second] = await Promise.all([faceTask(), one()].map((task) => engine.perform(task)))
    const { output } = await doneAlone()
    expect(Buffer.compare(second!.output!.bytes, output!.bytes)).toBe(0)
  })
})

it('a result says that a gain map is missing in it, and keeps the resolution', async () => {
  const base = await sharp(heads).jpeg().withMetadata({ density: 300 }).toBuffer()
  const files = { src: await ultraHdr(base) }
  const params = { features: { eye_size: 60 } }
  const asked = request({ feature: 'face-reshape', params, files })
  const { results, output } = await engine.perform(asked)
  expect(results['note']).toMatch(/gain map/)
  expect((await sharp(output!.bytes).metadata()).gainMap).toBeUndefined()
  expect(await readResolution(output!.bytes)).toEqual({ x: 300, y: 300 })
})
