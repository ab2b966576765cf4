import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { decodeHeic } from '../../../../engine/media/heic/decode-heic.ts'
import { decodePart } from '../../../../engine/prepare/decode-part.ts'
import { openSource } from '../../../../engine/prepare/source/open-source.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { fewOrAll } from '../../../setup/sampled.ts'
import { drawFace } from '../../face/draw-face.ts'
import { addRotation } from './add-rotation.ts'

/**
 * `face-p3.heic` is the face below as a PNG in Display P3 by sharp's `withIccProfile('p3')`, and `face-turned.heic` the
 * same as a JPEG that lies on its side by EXIF orientation 6, both encoded by Debian's heif-enc 1.15:
 * `heif-enc -q 60 -o face-p3.heic face.png`. heif-enc writes no rotation of its own; {@link addRotation} does.
 */
const FACE = { width: 480, height: 640, scale: 3.6 }
const FILE = join(import.meta.dirname, 'face-p3.heic')
const TURNED = join(import.meta.dirname, 'face-turned.heic')

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heic-'))
})

afterAll(() => rm(folder, { recursive: true }))

async function opened(path: string): Promise<Picture> {
  const source = await openSource(path, folder)
  return await decodePart(source, { left: 0, top: 0, ...size(source) }, size(source))
}

function size({ width, height }: { width: number; height: number }) {
  return { width, height }
}

/** The mean difference of two pictures' colour channels, in levels. */
function difference(a: Picture, b: Picture): number {
  expect(size(a)).toEqual(size(b))
  let sum = 0
  for (const [at, level] of a.data.entries()) sum += Math.abs(level - b.data[at]!)
  return sum / (a.width * a.height * 3)
}

describe('decodes HEIC', () => {
  test('to the colours it shows', async () => {
    expect(difference(await opened(FILE), (await drawFace(FACE)).picture)).toBeLessThan(3)
  })

  test('and turns it once: by its own rotation, not by the EXIF orientation that repeats it', async () => {
    const upright = join(folder, 'upright.heic')
    await writeFile(upright, addRotation(await readFile(TURNED), 3))
    expect(await sharp(upright).metadata()).toMatchObject(size(FACE))
    expect(difference(await opened(upright), (await drawFace(FACE)).picture)).toBeLessThan(3)
  })
})

test('is ended after two minutes, and waits for them no longer than for its picture', async () => {
  const begun = vi.spyOn(globalThis, 'setTimeout')
  const ended = vi.spyOn(globalThis, 'clearTimeout')
  onTestFinished(() => {
    begun.mockRestore()
    ended.mockRestore()
  })
  expect(await decodeHeic(FILE, size(FACE))).toMatchObject(size(FACE))
  const nth = begun.mock.calls.findIndex(([, after]) => after === 120_000)
  expect(ended.mock.calls.map(([timer]) => timer)).toContain(begun.mock.results[nth]?.value)
})

describe('refuses hostile files', () => {
  test('one that is cut off', async () => {
    const path = join(folder, 'cut.heic')
    const whole = await readFile(FILE)
    await writeFile(path, whole.subarray(0, whole.length - 3000))
    await expect(openSource(path, folder)).rejects.toThrow(/HEIC/)
  })

  test('one whose header names another size', async () => {
    await expect(decodeHeic(FILE, { width: 10, height: 10 })).rejects.toThrow(/damaged/)
  })

  test('bytes changed anywhere end in a picture or a fault', async () => {
    const whole = await readFile(FILE)
    const path = join(folder, 'broken.heic')
    const count = fewOrAll(6, 12)
    for (let n = 0; n < count; n++) {
      const broken = Buffer.from(whole)
      for (let k = 0; k < 8; k++) {
        const at = 8 + ((n * 7919 + k * 104729) % (n < count / 2 ? 600 : whole.length - 8))
        broken[at] = (broken[at]! + 37 * (n + k + 1)) & 255
      }
      await writeFile(path, broken)
      await openSource(path, folder).then(
        ({ format }) => expect(format).toBe('heic'),
        (error: unknown) => expect(error).toHaveProperty('name', 'Fault'),
      )
    }
  })
})
