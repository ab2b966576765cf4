import sharp from 'sharp'
import { type Figure, figure } from './figure.ts'
import { groundShadow } from './ground-shadow.ts'
import { room } from './room.ts'
import type { DrawnScene, PersonGroundTruth, Scene } from './scene.ts'
import { createSvgContext } from './svg.ts'
import { svgFilters } from './svg-filters.ts'

/**
 * Draws a scene and measures its ground truth: full-body people seen from the front in a room of straight lines. The
 * same scene gives the same pixels. People later in the list stand in front; a mask includes what they hide.
 */
export async function drawPeople(scene: Scene): Promise<DrawnScene> {
  const { width, height } = scene
  const context = createSvgContext(scene.seed)
  const setting = room(context, scene)
  const figures = scene.people.map((person) => ({ person, drawn: figure(context, person) }))
  const bodies = figures.map(({ person, drawn }) => groundShadow(person) + drawn.markup).join('')
  const picture = sharp(svg(scene, `<defs>${svgFilters()}</defs>${setting}${bodies}`)).removeAlpha()
  const [png, people] = await Promise.all([
    picture.png({ compressionLevel: 6 }).toBuffer(),
    Promise.all(figures.map(({ drawn }) => groundTruthOf(scene, drawn))),
  ])
  return { png, width, height, truth: { people } }
}

function svg({ width, height }: Scene, art: string) {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
      `viewBox="0 0 ${width} ${height}">${art}</svg>`,
  )
}

async function groundTruthOf(
  scene: Scene,
  { silhouette, joints, waist }: Figure,
): Promise<PersonGroundTruth> {
  const data = await sharp(svg(scene, `<g fill="#fff">${silhouette}</g>`))
    .extractChannel(3)
    .raw()
    .toBuffer()
  const mask = { width: scene.width, height: scene.height, data: new Uint8Array(data) }
  return { box: boxOf(mask), joints, mask, waist, waistWidth: waist.right - waist.left }
}

function boxOf({ width, height, data }: PersonGroundTruth['mask']): PersonGroundTruth['box'] {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[y * width + x]! < 128) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}
