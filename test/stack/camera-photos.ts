import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { drawPeople } from '../../samples/draw-people.ts'
import { ROOM } from '../../samples/empty-room.ts'
import { amara, henrik, ines, kofi, maren } from '../../samples/people.ts'
import type { Person, Scene } from '../../samples/scene.ts'
import { addRotation } from '../engine/media/heic/add-rotation.ts'

/** What a recipe comes to on a photo: a result, or the words of a true refusal. */
export type Outcome = 'result' | RegExp

/** A photo as a camera or phone makes it. */
export type CameraPhoto = {
  name: string
  /** File extension with the dot. */
  ending: string
  make(): Promise<Buffer>
  expected: Record<'slim' | 'softer-face' | 'clear-skin', Outcome>
}

const NOBODY = { slim: /Nobody/, 'softer-face': /Nobody/, 'clear-skin': /No face/ }
const FINE = { slim: 'result', 'softer-face': 'result', 'clear-skin': 'result' } as const

/**
 * Thirteen kinds of ordinary photos, drawn: 12 and 24 megapixels, on their side, in the formats of phones and cameras.
 * @param factor of the sides; 1 is the size that cameras make. The HEIC file is one of 12 megapixels in any case, since
 *   no package of npm writes any
 * @param drawnFactor of the sides that scenes are drawn at before they are scaled to `factor`. Drawing one at a
 *   camera's size takes minutes
 */
export function cameraPhotos(factor = 1, drawnFactor = 0.25): CameraPhoto[] {
  const portrait = [3024, 4032] as const
  const landscape = [6000, 4000] as const
  const scale = { factor, drawnFactor }
  const one = scene(portrait, scale, [{ ...ines, at: { x: 1512, y: 3830 }, height: 3300 }])
  const other = scene(portrait, scale, [{ ...kofi, at: { x: 1500, y: 3800 }, height: 3100 }])
  const two = scene(landscape, scale, [
    { ...henrik, at: { x: 1950, y: 3850 }, height: 3450 },
    { ...amara, at: { x: 4200, y: 3600 }, height: 2700 },
  ])
  const group = scene(landscape, scale, [
    { ...henrik, at: { x: 900, y: 3850 }, height: 3000 },
    { ...amara, at: { x: 2000, y: 3750 }, height: 2600 },
    { ...kofi, at: { x: 3000, y: 3850 }, height: 2950 },
    { ...maren, at: { x: 4000, y: 3750 }, height: 2600 },
    { ...ines, at: { x: 5100, y: 3850 }, height: 2800 },
  ])
  const close = scene(portrait, scale, [{ ...maren, at: { x: 1512, y: 9000 }, height: 8400 }])
  const empty = scene(portrait, scale, [])
  const jpeg = (image: Promise<Sharp>) => image.then((one) => one.jpeg({ quality: 92 }).toBuffer())
  return [
    photo('upright, 12 MP', '.jpg', () => jpeg(one())),
    photo('on its side by EXIF, 12 MP', '.jpg', async () => {
      const turned = sharp(await (await one()).rotate(270).png().toBuffer())
      return turned.withMetadata({ orientation: 6 }).jpeg({ quality: 92 }).toBuffer()
    }),
    photo('two people, 24 MP', '.jpg', () => jpeg(two())),
    photo('group of five, 24 MP', '.jpg', () => jpeg(group())),
    photo('HEIC on its side, 12 MP', '.heic', async () => addRotation(await readFile(HEIC), 1)),
    photo('WebP, 12 MP', '.webp', async () => (await one()).webp({ quality: 90 }).toBuffer()),
    photo('AVIF, 12 MP', '.avif', async () =>
      (await other()).avif({ quality: 70, effort: 0 }).toBuffer(),
    ),
    photo('TIFF of 16 bits, 12 MP', '.tif', async () =>
      (await one()).toColourspace('rgb16').tiff({ compression: 'lzw' }).toBuffer(),
    ),
    photo('PNG with alpha, 12 MP', '.png', async () =>
      (await other()).ensureAlpha(0.999).png({ compressionLevel: 3 }).toBuffer(),
    ),
    photo('grey, 12 MP', '.jpg', async () =>
      (await one()).toColourspace('b-w').jpeg({ quality: 92 }).toBuffer(),
    ),
    photo('Display P3, 12 MP', '.jpg', async () =>
      (await other()).withIccProfile('p3').jpeg({ quality: 92 }).toBuffer(),
    ),
    photo('nobody, 12 MP', '.jpg', () => jpeg(empty()), NOBODY),
    photo('head and shoulders, 12 MP', '.jpg', () => jpeg(close()), {
      ...FINE,
      slim: /hips|pose|body|Nobody/i,
    }),
  ]
}

function photo(
  name: string,
  ending: string,
  make: CameraPhoto['make'],
  expected: CameraPhoto['expected'] = FINE,
): CameraPhoto {
  return { name, ending, make, expected }
}

/**
 * The scene of the first photo drawn at its full size, turned clockwise as a phone stores it, by Debian's heif-enc
 * 1.15: `heif-enc -q 30 -o lying-phone.heic drawn.png`. It writes no rotation of its own; {@link addRotation} does.
 */
const HEIC = join(import.meta.dirname, 'lying-phone.heic')

type Scale = { factor: number; drawnFactor: number }

/** A scene in a room, measured in a camera's pixels, which is drawn once. */
function scene(
  size: readonly [number, number],
  scale: Scale,
  people: Person[],
): () => Promise<Sharp> {
  let made: Promise<Buffer> | undefined
  return async () => {
    made ??= draw(size, scale, people)
    return sharp(await made)
  }
}

async function draw(
  [width, height]: readonly [number, number],
  { factor, drawnFactor }: Scale,
  people: Person[],
): Promise<Buffer> {
  const scaled = (value: number): number => Math.round(value * drawnFactor)
  const whole: Scene = {
    width: scaled(width),
    height: scaled(height),
    seed: 5,
    room: { ...ROOM, floor: scaled(height * 0.86), horizon: scaled(height * 0.5), plant: false },
    people: people.map(({ at, height: tall, look, ...person }) => ({
      ...person,
      look: { ...look, concerns: true },
      at: { x: scaled(at.x), y: scaled(at.y) },
      height: scaled(tall),
    })),
  }
  const { png } = await drawPeople(whole)
  return await sharp(png)
    .resize(Math.round(width * factor))
    .png({ compressionLevel: 1 })
    .toBuffer()
}
