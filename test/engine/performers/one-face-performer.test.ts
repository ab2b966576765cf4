import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Fault } from '../../../catalog/failures/fault.ts'
import type { Engine } from '../../../engine/perform.ts'
import { drawPeople } from '../../../samples/draw-people.ts'
import { ROOM } from '../../../samples/empty-room.ts'
import { amara, henrik } from '../../../samples/people.ts'
import { warmEngine } from '../warm-engine.ts'

let engine: Engine
let src: Buffer
beforeAll(async () => {
  engine = warmEngine()
  const { png } = await drawPeople({
    width: 900,
    height: 640,
    seed: 5,
    room: { ...ROOM, floor: 3000, horizon: 400, plant: false },
    people: [
      { ...amara, at: { x: 260, y: 2360 }, height: 2200 },
      { ...henrik, at: { x: 640, y: 2360 }, height: 2200 },
    ],
  })
  src = png
})
afterAll(() => engine?.close())

const ASKED: [string, Record<string, unknown>][] = [
  ['face-reshape', { features: { face_width: -60, eye_size: 30 }, global: {} }],
  ['face-lift', { type: 'auto' }],
]

describe.each(ASKED)('%s as a task', (feature, params) => {
  const task = (more: object = {}) =>
    engine.perform({ feature, stage: 'effect', params: { ...params, ...more }, files: { src } })

  test('pre-process gives a box for each face, from left to right', async () => {
    const { results, output } = await engine.perform({
      feature,
      stage: 'pre-process',
      params: {},
      files: { src },
    })
    expect(output).toBeUndefined()
    const boxes = results['result'] as Record<string, number>[]
    expect(boxes).toHaveLength(2)
    expect(Object.keys(boxes[0]!).toSorted()).toEqual(['height', 'left', 'top', 'usable', 'width'])
    expect(boxes.map(({ usable }) => usable)).toEqual([true, true])
    expect(boxes[0]!['left']).toBeLessThan(boxes[1]!['left']!)
  })

  test.each([
    [{}, 0, 450],
    [{ index: 1 }, 450, 900],
  ])('the effect changes the face of %o alone', async (more, from, to) => {
    const { results, output } = await task(more)
    expect(Object.keys(results).toSorted()).toEqual(['timed', 'timed_apply'])
    const read = (bytes: Uint8Array) => sharp(bytes).removeAlpha().raw().toBuffer()
    const [before, after] = [await read(src), await read(output!.bytes)]
    const columns = new Set<number>()
    for (let i = 0; i < before.length; i++) {
      if (before[i] !== after[i]) columns.add(Math.floor(i / 3) % 900)
    }
    expect(columns.size).toBeGreaterThan(100)
    expect(Math.min(...columns)).toBeGreaterThanOrEqual(from)
    expect(Math.max(...columns)).toBeLessThan(to)
  })

  test('an index without a face is refused', async () => {
    const error = await task({ index: 2 }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Fault)
    expect((error as Fault).condition).toBe('target')
    expect((error as Fault).message).toContain('2 faces')
  })
})
