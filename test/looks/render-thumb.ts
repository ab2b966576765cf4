import sharp from 'sharp'
import type { Look } from '../../catalog/looks/look.ts'
import { putOnLook } from '../../engine/effects/look-vto/look-vto.ts'
import type { Engine } from '../../engine/perform.ts'
import { detectFaces } from '../../engine/vision/faces/detect-faces.ts'
import { drawFace } from '../engine/face/draw-face.ts'

/** A thumbnail, and what it was made from. */
export type Thumb = {
  /** SHA-256 of the look's JSON file, in hexadecimal digits. */
  look: string
  /** The picture as WebP, in base64. */
  webp: string
}

/** Pixels each way. */
const SIZE = 144

/** Renders a look on the face that the project draws, as WebP in base64. */
export async function renderThumb(look: Look, engine: Engine): Promise<string> {
  const { picture } = await drawFace({
    width: 640,
    height: 640,
    scale: 6.4,
    at: { x: 0.5, y: 0.5 },
    look: { hairCut: 'long', hair: '#4a3226', eyes: '#6a4a30' },
    wall: '#d9d4ce',
  })
  const [face] = await detectFaces(picture, await engine.vision())
  if (!face) throw new Error('The drawn face was not found.')
  const { width, height, data } = putOnLook(picture, face, look)
  const bytes = await sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .resize(SIZE, SIZE)
    .webp({ quality: 76, effort: 6 })
    .toBuffer()
  return bytes.toString('base64')
}
