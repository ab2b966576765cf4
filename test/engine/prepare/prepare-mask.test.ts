import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Preparation } from '../../../catalog/preparation/preparation.ts'
import { prepareMask } from '../../../engine/prepare/prepare-mask.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mask-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A source of 400 x 600 upright pixels, of whose lower half a half-size picture was sent. */
const preparation: Preparation = {
  source: {
    format: 'jpeg',
    width: 400,
    height: 600,
    bytes: 1,
    bitDepth: 8,
    orientation: 6,
    profile: null,
    alpha: false,
  },
  crop: { left: 0, top: 300, width: 400, height: 300 },
  sent: { format: 'jpeg', width: 200, height: 150, bytes: 1, factor: 0.5 },
}

/** A black mask with a white box. */
async function mask(width: number, height: number, box: { left: number; top: number }) {
  const path = join(folder, `${width}.png`)
  const white = { create: { width: 100, height: 100, channels: 3, background: '#fff' } } as const
  await sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite([{ input: await sharp(white).png().toBuffer(), ...box }])
    .png()
    .toFile(path)
  return path
}

async function sent(path: string) {
  const into = join(folder, 'sent.png')
  await prepareMask({ mask: path, preparation, into })
  const { data, info } = await sharp(into)
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 200, height: 150 })
  return (x: number, y: number) => data[y * 200 + x]
}

test('a mask is cropped and scaled as its source', async () => {
  const at = await sent(await mask(400, 600, { left: 200, top: 400 }))
  expect(at(125, 75)).toBe(255)
  expect(at(75, 75)).toBe(0)
  expect(at(125, 25)).toBe(0)
})

test('and turned with it where it lies as the source is stored', async () => {
  // Turned clockwise, the box at the right end of the stored pixels is at the bottom.
  const at = await sent(await mask(600, 400, { left: 450, top: 50 }))
  expect(at(150, 100)).toBe(255)
  expect(at(50, 100)).toBe(0)
})

test('a mask of another size is refused', async () => {
  const other = await mask(300, 300, { left: 0, top: 0 })
  await expect(
    prepareMask({ mask: other, preparation, into: join(folder, 'none') }),
  ).rejects.toThrow('The mask is 300 × 300 pixels and the picture 400 × 600')
})
