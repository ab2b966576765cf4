import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyReshape } from '../../../catalog/features/body-reshape.ts'
import { faceReshape } from '../../../catalog/features/face-reshape.ts'
import { skinSimulation } from '../../../catalog/features/skin-simulation.ts'
import { decodePicture } from '../../../engine/media/decode-picture.ts'
import { findTargets, isLargest } from '../../../engine/prepare/find-targets.ts'
import type { FramedRule } from '../../../engine/prepare/frame-target.ts'
import { prepareEach } from '../../../engine/prepare/prepare-each.ts'
import type { Vision } from '../../../engine/vision/vision.ts'
import { drawPeople } from '../../../samples/draw-people.ts'
import { ROOM } from '../../../samples/empty-room.ts'
import { amara, henrik, ines, kofi, maren } from '../../../samples/people.ts'
import { sampled } from '../../setup/sampled.ts'
import { warmVision } from '../warm-vision.ts'

let folder: string
let vision: Vision
/** Who stand side by side in a picture 2400 pixels wide. */
const PEOPLE = sampled(3, [henrik, amara, kofi, maren, ines])
let group: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'each-'))
  vision = await warmVision()
  group = join(folder, 'group.png')
  const people = PEOPLE.map((person, at) => ({
    ...person,
    at: { x: 180 + 260 * at, y: 960 },
    height: 700,
  }))
  const room = { ...ROOM, floor: 860, horizon: 500, plant: false }
  const { png } = await drawPeople({ width: 1400, height: 1000, seed: 5, room, people })
  await sharp(png).resize(2400).png({ compressionLevel: 1 }).toFile(group)
}, 60_000)

afterAll(async () => {
  await rm(folder, { recursive: true })
})

async function each(
  rule: FramedRule,
  named: boolean,
  targets?: Parameters<typeof prepareEach>[0]['targets'],
) {
  const into = (index: number) => join(folder, `sent-${index}`)
  const task = { source: group, rule, into, named, targets, most: 20 }
  return await prepareEach(task, { vision: async () => vision })
}

test('crops a group to each body, so that few others are in the picture', async () => {
  const prepared = await each(bodyReshape.files.src, true)
  expect(prepared?.map(({ index }) => index)).toEqual([...PEOPLE.keys()])
  for (const one of prepared ?? []) {
    if (!('preparation' in one)) throw one.fault
    const { crop, sent, target } = one.preparation
    expect(crop.width).toBeLessThan(1300)
    expect(target!.width / sent.width).toBeGreaterThan(0.3)
    const middle = crop.left + ((target!.left + target!.width / 2) * crop.width) / sent.width
    expect(Math.abs(middle - (180 + 260 * one.index) * (2400 / 1400))).toBeLessThan(60)
  }
})

test('crops to each face where the service works on the largest, which is then this one', async () => {
  const prepared = await each(skinSimulation.files.src, false)
  const made = prepared?.filter((one) => 'preparation' in one) ?? []
  const refused = prepared?.filter((one) => 'fault' in one) ?? []
  expect(made.length + refused.length).toBe(PEOPLE.length)
  for (const { index, preparation } of made) {
    const picture = await decodePicture(await readFile(join(folder, `sent-${index}`)))
    const found = await findTargets(picture, 'face', vision)
    const target = preparation.target!
    const own = found.find(({ left }) => Math.abs(left - target.left) < 2)!
    expect(isLargest(own, found)).toBe(true)
    expect(own.width / picture.width).toBeGreaterThan(0.6)
  }
  for (const { fault } of refused) expect(fault.message).toMatch(/pixels wide|cannot be shown/)
})

test('leaves a picture whole that serves everybody, and does only whom it does not serve', async () => {
  const rule = {
    ...faceReshape.files.src,
    framing: { ...faceReshape.files.src.framing, minWidth: 0.01, minHeight: 0.01 },
  }
  expect(await each(rule, true)).toBeUndefined()
  const box = { left: 1100, top: 480, width: 70, height: 100 }
  const targets = [
    { index: 3, box: { left: 100, top: 100, width: 900, height: 900 } },
    { index: 7, box },
  ]
  const tried = await each(faceReshape.files.src, true, targets)
  expect(tried?.map(({ index }) => index)).toEqual([7])
})
