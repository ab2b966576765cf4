import sharp from 'sharp'
import { drawPeople } from './draw-people.ts'
import { regionScene } from './region-scenes.ts'
import type { Look } from './scene.ts'

/** What is told apart in a drawing, and how a look is changed so that only its pixels change. */
const TRUTH = {
  hair: (look: Look): Look => ({ ...look, hair: '#00ff40' }),
  skin: (look: Look): Look => ({ ...look, skin: '#0040ff' }),
  upper: (look: Look): Look => ({ ...look, top: { ...look.top, colour: '#00ff40' } }),
  lower: (look: Look): Look => ({ ...look, bottom: { ...look.bottom, colour: '#00ff40' } }),
  shoes: (look: Look): Look => ({ ...look, shoes: '#00ff40' }),
}

/** A part of a drawn person. */
export type DrawnPart = keyof typeof TRUTH

const PARTS = Object.keys(TRUTH) as DrawnPart[]

/** Levels by which a pixel differs between two drawings if it belongs to what was changed. */
const MIN_DIFFERENCE = 25

/** Four bytes for each pixel: red, green, blue and alpha. */
type Pixels = { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> }

/** A drawn person, and what each pixel of the drawing is: undefined where nobody is, or a part that is not told. */
export type DrawnRegions = {
  picture: Pixels
  parts: (DrawnPart | undefined)[]
  /** 255 on the person. */
  person: Uint8Array
}

/** Draws the person of a number, and finds out what each pixel is by what changes most when only its part changes. */
export async function drawnRegions(number: number): Promise<DrawnRegions> {
  const scene = regionScene(number)
  const { png, truth } = await drawPeople(scene)
  const picture = await pixelsOf(png)
  const person = truth.people[0]!.mask.data
  const most = new Float32Array(person.length).fill(MIN_DIFFERENCE)
  const parts: (DrawnPart | undefined)[] = Array.from({ length: person.length })
  for (const part of PARTS) {
    const [drawn] = scene.people
    const changed = { ...drawn!, look: TRUTH[part](drawn!.look) }
    const { data } = await pixelsOf((await drawPeople({ ...scene, people: [changed] })).png)
    for (let i = 0; i < person.length; i++) {
      const off = Math.hypot(...[0, 1, 2].map((c) => picture.data[4 * i + c]! - data[4 * i + c]!))
      if (person[i]! < 128 || off <= most[i]!) continue
      most[i] = off
      parts[i] = part
    }
  }
  return { picture, parts, person }
}

async function pixelsOf(png: Uint8Array): Promise<Pixels> {
  const raw = sharp(png).ensureAlpha().raw()
  const { data, info } = await raw.toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
}
