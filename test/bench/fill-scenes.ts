import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { brick, wood } from '../../engine/effects/obj-replace/textures/hard.ts'
import { knit } from '../../engine/effects/obj-replace/textures/soft.ts'
import type { Paint } from '../../engine/effects/obj-replace/textures/texture.ts'
import { decodePicture } from '../../engine/media/decode-picture.ts'
import type { Picture } from '../../engine/raster/picture.ts'
import { seededRandom } from '../../engine/raster/seeded-random.ts'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { emptyRoom } from '../../samples/empty-room.ts'
import { drawScene, type Scene } from '../engine/fill/draw-scene.ts'

/** A picture with known truth, and the holes that are filled in it, one at a time: 1 for each pixel to fill. */
export type FillScene = { kind: string; picture: Picture; holes: Uint8Array[] }

/** Holes in each scene, and their sizes as shares of the picture's shorter side. */
const HOLES = 4
const SIZES = [0.12, 0.18, 0.24, 0.3] as const

/** What the fill's numbers were chosen on, and what nobody looked at while choosing them. */
export type FillSet = 'tuned' | 'held out'

/** Seeds of the drawn grain, how far away a texture is taken from, in centimetres, and seeds of the holes. */
const SETS = {
  tuned: { grain: 0, apart: 0, holes: 0 },
  'held out': { grain: 40, apart: 310, holes: 100 },
} as const satisfies Record<FillSet, object>

const PHOTOGRAPHS = {
  tuned: ['coffee.png', 'brick.png', 'hands.jpg', 'cgi-model-13.jpg', 'three_people.jpg'],
  'held out': ['pose.jpg', 'obama.jpg', 'cgi-model-4.jpg', 'cgi-model-28.jpg', 'portrait.jpg'],
} as const satisfies Record<FillSet, readonly string[]>

/** Drawn scenes of eight kinds, and photographs where they are there: those of the other set with other holes. */
export async function fillScenes(set: FillSet, photographs: boolean): Promise<FillScene[]> {
  const { grain, apart, holes } = SETS[set]
  const drawn = ['sea', 'room', 'meadow', 'studio'] satisfies Scene[]
  const scenes = [
    ...drawn.map(async (kind) => ({
      kind,
      picture: await decodePicture(await drawScene(kind, 640, grain)),
    })),
    { kind: 'brick', picture: painted(brick, 5, apart) },
    { kind: 'planks', picture: painted(wood, 7, apart) },
    { kind: 'knit', picture: painted(knit, 14, apart) },
    { kind: 'panelling', picture: await fitted((await emptyRoom()).png) },
    ...(photographs ? await photographed(PHOTOGRAPHS.tuned) : []),
    ...(photographs && set === 'held out' ? await photographed(PHOTOGRAPHS[set]) : []),
  ]
  return (await Promise.all(scenes)).map(({ kind, picture }, n) => ({
    kind,
    picture,
    holes: holesIn(picture, holes + n + 1),
  }))
}

async function photographed(
  names: readonly string[],
): Promise<{ kind: string; picture: Picture }[]> {
  const folder = join(PROJECT_ROOT, '..', 'shared', 'photos')
  const there = names.filter((name) => existsSync(join(folder, name)))
  return await Promise.all(
    there.map(async (name) => ({
      kind: `photo ${name}`,
      picture: await fitted(join(folder, name)),
    })),
  )
}

async function fitted(file: string | Buffer): Promise<Picture> {
  return await decodePicture(await sharp(file).resize(640, 640, { fit: 'inside' }).png().toBuffer())
}

/** A flat texture. @param scale pixels that a centimetre takes @param apart centimetres from its origin */
function painted(paint: Paint, scale: number, apart: number): Picture {
  const [width, height] = [640, 480]
  const data = new Uint8ClampedArray(4 * width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      data.set(
        [...paint(apart + x / scale, apart + y / scale, 1 / scale), 255],
        4 * (y * width + x),
      )
    }
  }
  return { width, height, data }
}

/** Ellipses of growing size at places that are random and the same in every run. */
function holesIn({ width, height }: Picture, seed: number): Uint8Array[] {
  const random = seededRandom()
  for (let n = 0; n < 7 * seed; n++) random()
  return Array.from({ length: HOLES }, (_, n) => {
    const size = SIZES[n % SIZES.length]! * Math.min(width, height)
    const [rx, ry] = [size * (0.4 + 0.3 * random()), size * (0.4 + 0.3 * random())]
    const cx = rx + 24 + random() * (width - 2 * rx - 48)
    const cy = ry + 24 + random() * (height - 2 * ry - 48)
    return Uint8Array.from({ length: width * height }, (_, i) => {
      const [x, y] = [((i % width) - cx) / rx, (Math.floor(i / width) - cy) / ry]
      return x * x + y * y < 1 ? 1 : 0
    })
  })
}
