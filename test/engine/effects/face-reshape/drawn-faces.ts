import sharp from 'sharp'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { detectFaces } from '../../../../engine/vision/faces/detect-faces.ts'
import type { Face } from '../../../../engine/vision/faces/face.ts'
import { drawPeople } from '../../../../samples/draw-people.ts'
import { ROOM } from '../../../../samples/empty-room.ts'
import { amara, henrik } from '../../../../samples/people.ts'
import { warmVision } from '../../warm-vision.ts'

/** Two large drawn faces in front of picture frames, as the networks detect them. */
export type DrawnFaces = {
  picture: Picture
  /** A woman on the left of the picture and a man with a beard. */
  faces: [Face, Face]
  /** Looks at another version of the picture. */
  look(picture: Picture): Promise<[Face, Face]>
}

export async function drawnFaces(): Promise<DrawnFaces> {
  const vision = await warmVision()
  const { png } = await drawPeople({
    width: 900,
    height: 640,
    seed: 5,
    room: { ...ROOM, floor: 3000, horizon: 400, plant: false },
    people: [
      { ...amara, at: { x: 260, y: 2360 }, height: 2200 },
      { ...henrik, at: { x: 640, y: 2360 }, height: 2200 },
    ],
  })
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const picture = { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
  const look = async (other: Picture): Promise<[Face, Face]> => {
    const faces = await detectFaces(other, vision)
    if (faces.length !== 2) throw new Error(`${faces.length} faces were found`)
    return faces as [Face, Face]
  }
  return { picture, faces: await look(picture), look }
}
