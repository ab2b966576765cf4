import { beforeAll, describe, expect, test } from 'vitest'
import { Fault } from '../../../../catalog/failures/fault.ts'
import { bodyReshape as bodyReshapeFeature } from '../../../../catalog/features/body-reshape.ts'
import { codeOf } from '../../../../catalog/features/code-of.ts'
import {
  type BodyFeatures,
  bodyReshape,
} from '../../../../engine/effects/body-reshape/body-reshape.ts'
import { BODY } from '../../../../engine/vision/bodies/body.ts'
import { isEveryCaseTried } from '../../../setup/sampled.ts'
import { drawScene, type Scene } from './drawn-figure.ts'

const FIGURE = { x: 240, y: 150, torso: 150 }

let scene: Scene
beforeAll(async () => {
  scene = await drawScene(480, 600, [FIGURE])
})

function reshape(features: BodyFeatures, { picture, bodies: [body] } = scene) {
  return bodyReshape(picture, body!, [], features)
}

describe('refused in words', () => {
  const fault = (work: () => unknown) => {
    try {
      work()
    } catch (error) {
      if (error instanceof Fault) return error
    }
    throw new Error('no Fault was thrown')
  }

  test('legs out of the frame', async () => {
    const half = await drawScene(480, 380, [FIGURE])
    const { condition, message } = fault(() => reshape({ leg: -50 }, half))
    expect(condition).toBe('pose')
    expect(message).toContain('features.leg')
    expect(message).toContain('left ankle')
    expect(() => reshape({ waist: -50, slim: -50 }, half)).not.toThrow()
  })

  test.each([
    ['arm', 'leftWrist'],
    ['arm', 'rightElbow'],
    ['leg', 'rightAnkle'],
    ['leg', 'leftKnee'],
    ['taller', 'leftHip'],
    ['taller', 'rightKnee'],
    ['breast', 'leftHip'],
    ['breast_left', 'rightShoulder'],
    ['shoulder', 'leftShoulder'],
    ['squared_shoulder_right', 'rightShoulder'],
    ['neck', 'leftShoulder'],
    ['neck_right', 'nose'],
    ['hip', 'rightHip'],
    ['hip_lift', 'leftHip'],
    ['waist', 'leftHip'],
    ['belly', 'rightHip'],
    ['slim', 'leftShoulder'],
  ] as const)('%s without the %s is refused as a pose', (key, place) => {
    const [body] = scene.bodies
    const landmarks = body!.landmarks.slice()
    landmarks[BODY[place]] = { ...landmarks[BODY[place]]!, visibility: 0.1 }
    const hidden = { ...scene, bodies: [{ ...body!, landmarks }] }
    const refused = fault(() => reshape({ [key]: 20 }, hidden))
    expect(codeOf(bodyReshapeFeature, refused)).toBe('PHOTO_CHECK_INVALID')
    expect(refused.message).toContain(`features.${key.replace(/_(left|right)$/, '')} needs`)
    expect(refused.message).toContain(place.replace(/[A-Z]/g, (c) => ` ${c.toLowerCase()}`))
    // A key that does not need the landmark is applied.
    const other = place === 'nose' || /Shoulder|Hip/.test(place) ? undefined : { waist: 20 }
    if (other && (isEveryCaseTried() || place === 'leftWrist')) {
      expect(() => reshape(other, hidden)).not.toThrow()
    }
  })

  test('shoulders of a person seen from the side', () => {
    const [body] = scene.bodies
    const landmarks = body!.landmarks.map((p) => ({ ...p, x: FIGURE.x + 0.3 * (p.x - FIGURE.x) }))
    const turned = { ...scene, bodies: [{ ...body!, landmarks }] }
    for (const key of ['shoulder', 'squared_shoulder'] as const) {
      const refused = fault(() => reshape({ [key]: 30 }, turned))
      expect(refused.condition).toBe('pose')
      expect(refused.message).toContain('towards the camera')
    }
  })

  test('shoulders with a raised hand', async () => {
    const wave = await drawScene(480, 600, [{ ...FIGURE, armAngle: 120 }])
    expect(fault(() => reshape({ shoulder: 30 }, wave)).message).toContain('raised')
  })

  test('unknown keys and values out of range', () => {
    const unknown = { wings: 40 } as unknown as BodyFeatures
    expect(fault(() => reshape(unknown)).condition).toBe('parameter')
    expect(fault(() => reshape({ slim: 101 })).message).toContain('-100 to 100')
    expect(fault(() => reshape({ taller: -1 })).message).toContain('0 to 100')
    expect(fault(() => reshape({ waist: Number.NaN })).condition).toBe('parameter')
  })
})
