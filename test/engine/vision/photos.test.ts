import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPicture } from '../../../engine/media/open-picture.ts'
import { BODY, type Body } from '../../../engine/vision/bodies/body.ts'
import { detectBodies } from '../../../engine/vision/bodies/detect-bodies.ts'
import { openVision } from '../../../engine/vision/load/open-vision.ts'
import type { Vision } from '../../../engine/vision/vision.ts'
import { LIMITS } from '../media/paint.ts'

/** Photographs that stay outside the project; without them there is nothing to test here. */
const PHOTOS = fileURLToPath(new URL('../../../../shared/photos/', import.meta.url))

describe.skipIf(!existsSync(PHOTOS))('photographs', () => {
  let vision: Vision
  beforeAll(async () => {
    vision = await openVision()
  })
  afterAll(() => vision?.close())

  const detect = async (name: string): Promise<Body[]> =>
    detectBodies((await openPicture(readFileSync(PHOTOS + name), LIMITS)).picture, vision)

  it('somebody in a lunge: joints where the eye sees them, within 12 pixels of 1000', async () => {
    const [body, ...others] = await detect('pose.jpg')
    expect(others).toEqual([])
    const seen = {
      nose: [462, 285],
      leftShoulder: [545, 320],
      rightShoulder: [450, 326],
      leftWrist: [698, 315],
      rightWrist: [299, 307],
      rightKnee: [356, 491],
      leftAnkle: [699, 613],
      rightAnkle: [349, 608],
    } as const
    for (const [name, [x, y]] of Object.entries(seen)) {
      const found = body!.landmarks[BODY[name as keyof typeof seen]]!
      expect(Math.hypot(found.x - x, found.y - y), name).toBeLessThan(12)
    }
    expect(Math.abs(body!.box.left - 246)).toBeLessThan(8)
    expect(Math.abs(body!.box.left + body!.box.width - 752)).toBeLessThan(8)
  })

  it.each(['portrait.jpg', 'obama.jpg', 'astronaut.png'])('%s holds one person', async (name) => {
    expect(await detect(name)).toHaveLength(1)
  })

  it('three people who overlap are found, the one who sits in front by his face', async () => {
    const noses = (await detect('three_people.jpg')).map(({ landmarks }) => landmarks[BODY.nose]!)
    const seen = [
      [183, 150],
      [388, 470],
      [883, 148],
    ]
    expect(noses).toHaveLength(3)
    for (const [n, [x, y]] of seen.entries()) {
      expect(Math.hypot(noses[n]!.x - x!, noses[n]!.y - y!), `nose ${n}`).toBeLessThan(30)
    }
  })

  it.each(['coffee.png', 'brick.png', 'hands.jpg'])('%s holds nobody', async (name) => {
    expect(await detect(name)).toEqual([])
  })
})
