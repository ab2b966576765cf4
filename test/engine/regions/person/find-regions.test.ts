import { beforeAll, describe, expect, test } from 'vitest'
import { decodePicture } from '../../../../engine/media/decode-picture.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { findRegions, type PersonRegions } from '../../../../engine/regions/person/find-regions.ts'
import { renderRegions } from '../../../../engine/regions/person/render-regions.ts'
import { REGION_NAMES, type RegionName } from '../../../../engine/regions/region-names.ts'
import { detectBodies } from '../../../../engine/vision/bodies/detect-bodies.ts'
import { detectFaces } from '../../../../engine/vision/faces/detect-faces.ts'
import { onePerson } from '../../../../samples/one-person.ts'
import type { DrawnScene } from '../../../../samples/scene.ts'
import { warmVision } from '../../warm-vision.ts'

let scene: DrawnScene
let picture: Picture
let found: PersonRegions
beforeAll(async () => {
  scene = await onePerson()
  picture = await decodePicture(scene.png)
  const vision = await warmVision()
  const [body] = await detectBodies(picture, vision)
  const [face] = await detectFaces(picture, vision)
  found = findRegions(picture, body!, face)
  vision.close()
})

/** The region that has the largest share of a pixel of the picture. */
function regionAt(x: number, y: number): RegionName {
  const { grid, shares } = found
  const column = Math.floor((x - grid.area.left) / grid.scale)
  const at = Math.floor((y - grid.area.top) / grid.scale) * grid.width + column
  return REGION_NAMES.toSorted((p, q) => shares[q][at]! - shares[p][at]!)[0]!
}

/** A point between two joints of the drawing, and beyond them. */
function between(from: string, to: string, share: number): [number, number] {
  const [a, b] = [scene.truth.people[0]!.joints[from]!, scene.truth.people[0]!.joints[to]!]
  return [a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)]
}

describe('the regions of a drawn woman in T-shirt and trousers', () => {
  test('lie where they are drawn', () => {
    const nose = scene.truth.people[0]!.joints['nose']!
    expect(regionAt(nose.x, nose.y)).toBe('face-skin')
    const eyes = between('leftEye', 'rightEye', 0.5)
    const forehead = nose.y - eyes[1]
    expect(regionAt(nose.x, eyes[1] - 2.9 * forehead)).toBe('hair')
    for (const side of ['left', 'right']) {
      expect(regionAt(...between(`${side}Elbow`, `${side}Wrist`, 0.6))).toBe('body-skin')
      expect(regionAt(...between(`${side}Shoulder`, `${side}Hip`, 0.4))).toBe('upper-garment')
      expect(regionAt(...between(`${side}Hip`, `${side}Knee`, 0.6))).toBe('lower-garment')
      expect(regionAt(...between(`${side}Knee`, `${side}Ankle`, 0.5))).toBe('lower-garment')
    }
  })

  test('share every pixel of the person, and no more', () => {
    const { grid, shares } = found
    for (let i = 0; i < grid.person.length; i += 7) {
      const sum = REGION_NAMES.reduce((all, name) => all + shares[name][i]!, 0)
      expect(sum).toBeCloseTo(grid.person[i]! < 0.02 ? 0 : grid.person[i]!, 4)
    }
  })

  test('are told with confidence', () => {
    for (const name of ['hair', 'face-skin', 'upper-garment', 'lower-garment'] as const) {
      expect(found.confidence[name], name).toBeGreaterThan(0.75)
    }
  })

  test('are mattes of the picture’s size, black where nobody is', () => {
    const masks = renderRegions(picture, [found])
    for (const name of REGION_NAMES) {
      expect(masks[name]).toMatchObject({ width: picture.width, height: picture.height })
      expect(masks[name].data[0]).toBe(0)
    }
    const [x, y] = between('leftShoulder', 'leftHip', 0.4)
    expect(masks['upper-garment'].data[Math.round(y) * picture.width + Math.round(x)]).toBe(255)
  })
})

test('without a face the head is where the body has it', async () => {
  const { grid } = found
  const vision = await warmVision()
  const [body] = await detectBodies(picture, vision)
  vision.close()
  const faceless = findRegions(picture, body!, undefined)
  const far = Math.hypot(
    faceless.grid.head.chin.x - grid.head.chin.x,
    faceless.grid.head.chin.y - grid.head.chin.y,
  )
  expect(far).toBeLessThan(0.6 * grid.head.width)
  expect(faceless.confidence['upper-garment']).toBeGreaterThan(0.7)
})
