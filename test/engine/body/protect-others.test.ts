import { beforeAll, describe, expect, it } from 'vitest'
import { protectOthers } from '../../../engine/body/protect-others.ts'
import { openPicture } from '../../../engine/media/open-picture.ts'
import type { Mask, Picture } from '../../../engine/raster/picture.ts'
import type { Body } from '../../../engine/vision/bodies/body.ts'
import { detectBodies } from '../../../engine/vision/bodies/detect-bodies.ts'
import type { Vision } from '../../../engine/vision/vision.ts'
import { drawPeople } from '../../../samples/draw-people.ts'
import { ROOM } from '../../../samples/empty-room.ts'
import { onePerson } from '../../../samples/one-person.ts'
import { amara, henrik, ines, kofi, maren } from '../../../samples/people.ts'
import { fewOrAll, isEveryCaseTried } from '../../setup/sampled.ts'
import { LIMITS } from '../media/paint.ts'
import { testPhoto } from '../photos.ts'
import { warmVision } from '../warm-vision.ts'

/** Of pictures of 1400 x 1050 pixels. */
const SCALE = fewOrAll(0.5, 1)

let vision: Vision
beforeAll(async () => {
  vision = await warmVision()
})

async function open(bytes: Uint8Array) {
  return (await openPicture(bytes, LIMITS)).picture
}

/** Drawn people in a row, `gap` of 1400 pixels from middle to middle. */
async function row(gap: number, models: (typeof henrik)[], height = 780): Promise<Picture> {
  const people = models.map((model, n) => ({
    ...model,
    at: { x: SCALE * (700 + (n - (models.length - 1) / 2) * gap), y: SCALE * 1000 },
    height: SCALE * (height + 20 * (n % 3)),
  }))
  const size = { width: SCALE * 1400, height: SCALE * 1050 }
  return open((await drawPeople({ ...size, seed: 3, room: ROOM, people })).png)
}

function protect(picture: Picture, body: Body, bodies: readonly Body[]) {
  return protectOthers(picture, body, bodies, vision, async () => {})
}

function at({ width, data }: Mask, x: number, y: number) {
  return data[Math.round(y) * width + x]
}

describe('protectOthers', () => {
  it('has nobody to protect beside one person', async () => {
    const picture = await open((await onePerson('ines', 450)).png)
    const [body, ...rest] = await detectBodies(picture, vision)
    expect(rest).toEqual([])
    expect(await protect(picture, body!, [body!])).toEqual([])
  })

  it('protects head and chest of somebody of whom only the face is known', async () => {
    const picture = await row(330, [henrik, amara])
    const [left, right] = await detectBodies(picture, vision)
    const [stranger, ...more] = await protect(picture, left!, [left!])
    expect(more).toEqual([])
    const nose = right!.landmarks[0]!
    expect(at(stranger!.mask, Math.round(nose.x), nose.y)).toBe(255)
    expect(at(stranger!.mask, Math.round(nose.x), nose.y + SCALE * 100)).toBeGreaterThan(128)
    expect(at(stranger!.mask, Math.round(left!.landmarks[0]!.x), nose.y)).toBe(0)
  })

  it('refuses somebody whom another person covers', async () => {
    const picture = await row(110, [henrik, amara])
    const bodies = await detectBodies(picture, vision)
    await expect(protect(picture, bodies[0]!, bodies)).rejects.toMatchObject({
      condition: 'pose',
      message: expect.stringContaining('in front of'),
    })
  })

  it.runIf(isEveryCaseTried())(
    'refuses everybody in a crowd of five who overlap, and nobody of five who stand apart',
    async () => {
      const models = [henrik, amara, kofi, ines, maren]
      const crowd = await row(220, models)
      const bodies = await detectBodies(crowd, vision)
      expect(bodies.length).toBeGreaterThan(0)
      for (const body of bodies) {
        await expect(protect(crowd, body, bodies)).rejects.toMatchObject({ condition: 'pose' })
      }
      const apart = await row(280, models, 560)
      const free = await detectBodies(apart, vision)
      expect(free).toHaveLength(5)
      for (const body of free) {
        const kept = await protect(apart, body, free)
        for (const other of free) {
          const nose = other.landmarks[0]!
          const held = kept.some(({ mask }) => at(mask, Math.round(nose.x), nose.y) === 255)
          expect(held).toBe(other !== body)
        }
      }
    },
  )
})

testPhoto(
  'of three people only the one in nobody’s way can be changed',
  'three_people.jpg',
  async (picture) => {
    const bodies = await detectBodies(picture, vision)
    const answers = await Promise.allSettled(bodies.map((body) => protect(picture, body, bodies)))
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  },
)
