import type { Mesh } from '../../engine/effects/cloth-v3/fit/mesh.ts'
import { findSubject } from '../../engine/effects/cloth-v3/measure/find-subject.ts'
import type { TorsoAxes } from '../../engine/effects/cloth-v3/measure/torso-axes.ts'
import { openWearer } from '../../engine/effects/cloth-v3/measure/wearer.ts'
import { openGarments } from '../../engine/effects/cloth-v3/read/open-garments.ts'
import { wearLower } from '../../engine/effects/cloth-v3/wear/wear-lower.ts'
import type { Point } from '../../engine/geometry/point.ts'
import { decodePicture } from '../../engine/media/decode-picture.ts'
import type { Vision } from '../../engine/vision/vision.ts'
import { garmentNamed } from '../../samples/all-garments.ts'
import { drawPeople } from '../../samples/draw-people.ts'
import { drawProduct } from '../../samples/draw-product.ts'
import { regionScene } from '../../samples/region-scenes.ts'
import type { Look } from '../../samples/scene.ts'
import { type Distortion, spreadOf } from './distortion.ts'
import { median } from './median.ts'

/** Trousers and skirts as shops show them, and what they are put on over. */
export const LOWER = [
  ['checked-trousers', 'trousers'],
  ['striped-skirt', 'skirt'],
  ['long-skirt', 'trousers'],
] as const

/**
 * How far level stripes of a garment that is shown alone are distorted on a drawn person: by the mesh it is worn by,
 * their directions in degrees from level, and their distances in per cent of the usual one on that person.
 */
export async function measureLowerPrint(
  [name, over]: (typeof LOWER)[number],
  number: number,
  vision: Vision,
): Promise<Distortion> {
  const go = async (): Promise<void> => {}
  const reference = await decodePicture(await drawProduct(garmentNamed(name)))
  const [garment] = await openGarments(reference, 'lower_body', vision, go)
  if (!garment || !('waist' in garment.shape)) throw new Error(`${name} was not read.`)
  const { picture, body, face, regions } = await findSubject(
    await decodePicture((await drawPeople(sceneIn(number, over))).png),
    vision,
    go,
  )
  const wearer = openWearer(picture, body, face, regions)
  const meshes = wearLower(wearer, garment.shape).parts.flatMap((part) => part.meshes)
  return distortionOf(meshes, wearer.torso)
}

function sceneIn(number: number, cut: Look['bottom']['cut']) {
  const scene = regionScene(number)
  const people = scene.people.map(({ look, pose, ...person }) => ({
    ...person,
    pose: { ...pose, leftArm: Math.max(17, pose.leftArm), rightArm: Math.max(17, pose.rightArm) },
    look: {
      ...look,
      skin: '#bf9269',
      hairCut: 'short' as const,
      top: { cut: 'tee' as const, colour: '#c8d3e0' },
      bottom: { cut, colour: '#8d4a63' },
    },
  }))
  return { ...scene, people }
}

function distortionOf(meshes: readonly Mesh[], { right, down }: TorsoAxes): Distortion {
  const [angles, distances]: [number[], number[]] = [[], []]
  for (const mesh of meshes) {
    for (let at = 0; at < mesh.columns * (mesh.rows - 1); at++) {
      if (at % mesh.columns === mesh.columns - 1) continue
      const [u, v] = stepsOf(mesh.flat, at, mesh.columns)
      const [w, z] = stepsOf(mesh.worn, at, mesh.columns)
      const area = u.x * v.y - u.y * v.x
      if (Math.abs(area) < 1e-6) continue
      // Where one pixel along a stripe goes, and the area of a pixel.
      const along = { x: (v.y * w.x - u.y * z.x) / area, y: (v.y * w.y - u.y * z.y) / area }
      const onto = Math.abs((w.x * z.y - w.y * z.x) / area)
      const [across, off] = [dot(along, right), dot(along, down)]
      angles.push(Math.abs((Math.atan2(off, across) * 180) / Math.PI))
      distances.push(onto / Math.hypot(along.x, along.y))
    }
  }
  const usual = median(distances)
  const spacings = distances.map((distance) => 100 * Math.abs(distance / usual - 1))
  return { angle: spreadOf(angles), spacing: spreadOf(spacings) }
}

function dot(a: Point, b: Point): number {
  return a.x * b.x + a.y * b.y
}

/** From a corner of a mesh to the next one across, and to the next one down. */
function stepsOf(points: readonly Point[], at: number, columns: number): [Point, Point] {
  const from = points[at]!
  const step = (to: Point): Point => ({ x: to.x - from.x, y: to.y - from.y })
  return [step(points[at + 1]!), step(points[at + columns]!)]
}
