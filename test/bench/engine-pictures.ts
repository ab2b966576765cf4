import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { decodePicture } from '../../engine/media/decode-picture.ts'
import type { Picture } from '../../engine/raster/picture.ts'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { bust } from '../../samples/bust.ts'
import { onePerson } from '../../samples/one-person.ts'
import { twoPeople } from '../../samples/two-people.ts'
import { wrist } from '../../samples/wrist.ts'
import { drawFace } from '../engine/face/draw-face.ts'
import * as flaws from '../engine/face/flaws.ts'
import type { BenchCase } from './bench-cases.ts'

/** Widths of pictures three wide and four high, by their size in megapixels. */
const WIDTHS = { 2: 1224, 12: 3000 } as const

export type Megapixels = keyof typeof WIDTHS

/** A drawn picture as a camera would file it: a JPEG of this size. */
export async function pictureOf(
  on: Exclude<BenchCase['on'], 'video'>,
  megapixels: Megapixels,
): Promise<Uint8Array> {
  const source = await sourceOf(on)
  const width = WIDTHS[megapixels]
  return await sharp(source)
    .resize(width, (width / 3) * 4, { fit: 'cover' })
    .jpeg({ quality: 92 })
    .toBuffer()
}

async function sourceOf(on: Exclude<BenchCase['on'], 'video'>): Promise<Buffer> {
  if (on === 'body') return (await onePerson()).png
  if (on === 'wrist') return (await wrist('amara', { width: 1224, height: 1632 })).png
  if (on === 'bust') return (await bust('maren', { width: 1224, height: 1632 })).png
  if (on === 'bust, short') return (await bust('kofi', { width: 1224, height: 1632 })).png
  return await facePng(on)
}

/** A picture to find faces in, and how many people's faces are in it. */
export type Crowd = { name: string; picture: Picture; people: number }

/** Drawn pictures, and the development photographs where they are present. */
export async function crowds(): Promise<Crowd[]> {
  const drawn = [
    { name: 'drawn face', people: 1, bytes: await pictureOf('close-up', 2) },
    { name: 'two drawn people', people: 2, bytes: (await twoPeople()).png },
  ]
  const photos = [
    { name: 'obama.jpg', people: 1 },
    { name: 'astronaut.png', people: 1 },
    { name: 'three_people.jpg', people: 3 },
    { name: 'solvay1927.jpg', people: 29 },
  ]
  const folder = join(PROJECT_ROOT, '..', 'shared', 'photos')
  const there = photos.filter(({ name }) => existsSync(join(folder, name)))
  const read = there.map(async (photo) => ({
    ...photo,
    bytes: await readFile(join(folder, photo.name)),
  }))
  const all = [...drawn, ...(await Promise.all(read))]
  return await Promise.all(
    all.map(async ({ name, people, bytes }) => ({
      name,
      people,
      picture: await decodePicture(bytes),
    })),
  )
}

async function facePng(on: 'close-up' | 'portrait'): Promise<Buffer> {
  const { picture } = await drawFace({
    width: 1224,
    height: 1632,
    scale: on === 'portrait' ? 6 : 12,
    marks: flaws.foreheadLines() + flaws.bags() + flaws.pimples() + flaws.brownSpots(),
  })
  const { width, height, data } = picture
  return await sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png()
    .toBuffer()
}
