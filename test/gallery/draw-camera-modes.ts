import sharp from 'sharp'
import { cropOf } from '../../web/camera/modes/crop.ts'
import { MODES } from '../../web/camera/modes/modes.ts'
import type { CameraMode } from '../../web/camera/public-types.ts'
import { ACCEPTED } from '../web/camera/accepted-scenes.ts'
import { FRAME, SCENES, type SceneName } from '../web/camera/scenes.ts'

/** Pixels of a picture, of the line with its name, and between two. */
const TILE = { width: 132, height: 176 } as const
const NAME = 26
const GAP = 10
const COLUMNS = 7

/** Draws what each mode accepts, every picture of it over the mode's name: one sheet as a JPEG. */
export async function drawCameraModes(): Promise<Buffer> {
  const pictures = Object.entries(ACCEPTED).flatMap(([mode, scenes]) =>
    scenes.map((scene, at) => ({
      mode: mode as CameraMode,
      scene,
      name: scenes.length > 1 ? `${mode} ${at + 1}` : mode,
    })),
  )
  const [across, down] = [TILE.width + GAP, TILE.height + NAME + GAP]
  const rows = Math.ceil(pictures.length / COLUMNS)
  const tiles = await Promise.all(
    pictures.map(async ({ mode, scene, name }, at) => ({
      input: await drawTile(mode, scene, name),
      left: (at % COLUMNS) * across,
      top: Math.floor(at / COLUMNS) * down,
    })),
  )
  const size = { width: COLUMNS * across - GAP, height: rows * down - GAP }
  return await sharp({ create: { ...size, channels: 3, background: '#ffffff' } })
    .composite(tiles)
    .jpeg({ quality: 76, mozjpeg: true })
    .toBuffer()
}

async function drawTile(mode: CameraMode, scene: SceneName, name: string): Promise<Buffer> {
  const { x, y, width, height } = cropOf(FRAME, TILE, MODES[mode])
  const picture = await sharp(await SCENES[scene]())
    .extract({ left: x, top: y, width, height })
    .resize(TILE)
    .png()
    .toBuffer()
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${TILE.width}" height="${TILE.height + NAME}">` +
    `<rect y="${TILE.height}" width="${TILE.width}" height="${NAME}" fill="#fff"/>` +
    `<text x="${TILE.width / 2}" y="${TILE.height + 18}" text-anchor="middle" font-family="sans-serif" ` +
    `font-size="14" fill="#14181d">${name}</text></svg>`
  return await sharp({
    create: { width: TILE.width, height: TILE.height + NAME, channels: 3, background: '#ffffff' },
  })
    .composite([
      { input: picture, left: 0, top: 0 },
      { input: Buffer.from(svg), left: 0, top: 0 },
    ])
    .png()
    .toBuffer()
}
