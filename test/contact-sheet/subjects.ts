import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { onePerson } from '../../samples/one-person.ts'
import { twoPeople } from '../../samples/two-people.ts'
import { drawFace } from '../engine/face/draw-face.ts'
import * as flaws from '../engine/face/flaws.ts'
import { SKIN_TONES } from '../engine/face/skin-tones.ts'

/** A picture an effect is shown on. */
export type Subject = { name: string; bytes: Uint8Array }

/** Development photographs; they are no part of the project, and a sheet without them shows the drawn ones. */
const PHOTOS = join(PROJECT_ROOT, '..', 'shared', 'photos')

/** Faces: a drawn one and two portraits. */
export async function faces(): Promise<Subject[]> {
  return [
    { name: 'drawn face', bytes: await drawnFace() },
    ...(await photos(['obama.jpg', 'astronaut.png'])),
  ]
}

/** Drawn faces with every flaw on pale and on dark skin, and two portraits, for effects that treat the skin. */
export async function skins(): Promise<Subject[]> {
  return [
    ...(await Promise.all(
      (['II', 'V'] as const).map(async (type) => ({
        name: `drawn face with flaws, skin ${type}`,
        bytes: await drawnFace(SKIN_TONES[type], allFlaws()),
      })),
    )),
    ...(await photos(['obama.jpg', 'astronaut.png'])),
  ]
}

/** A drawn face of each of the six types of skin, and two portraits. */
export async function tones(): Promise<Subject[]> {
  return [
    ...(await Promise.all(
      Object.entries(SKIN_TONES).map(async ([type, skin]) => ({
        name: `drawn face, skin ${type}`,
        bytes: await drawnFace(skin),
      })),
    )),
    ...(await photos(['obama.jpg', 'astronaut.png'])),
  ]
}

/** Whole people: drawn ones, one from the side, and a half figure. */
export async function bodies(): Promise<Subject[]> {
  return [
    { name: 'drawn woman', bytes: (await onePerson()).png },
    { name: 'two drawn people, the left one', bytes: (await twoPeople()).png },
    ...(await photos(['pose.jpg', 'obama.jpg'])),
  ]
}

async function photos(names: string[]): Promise<Subject[]> {
  const there = names.filter((name) => existsSync(join(PHOTOS, name)))
  return await Promise.all(
    there.map(async (name) => ({ name, bytes: await readFile(join(PHOTOS, name)) })),
  )
}

async function drawnFace(skin: string = SKIN_TONES.II, marks = ''): Promise<Uint8Array> {
  const { picture } = await drawFace({ look: { skin }, marks })
  const { width, height, data } = picture
  return await sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png()
    .toBuffer()
}

function allFlaws(): string {
  return (
    flaws.flush() +
    flaws.poreDots() +
    flaws.bumps() +
    flaws.foreheadLines() +
    flaws.darkCircles() +
    flaws.bags() +
    flaws.shine() +
    flaws.brownSpots() +
    flaws.pimples()
  )
}
