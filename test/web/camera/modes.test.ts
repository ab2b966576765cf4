import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Engine, openEngine } from '../../../engine/perform.ts'
import type { Vision } from '../../../engine/vision/vision.ts'
import { portrait } from '../../../samples/portrait.ts'
import type { CameraMode } from '../../../web/camera/public-types.ts'
import { judgeScene } from './judge-scene.ts'
import { SCENES, type SceneName } from './scenes.ts'

let engine: Engine
let vision: Vision
const frames: Partial<Record<SceneName, Buffer>> = {}

beforeAll(async () => {
  engine = openEngine()
  vision = await engine.vision()
  for (const [name, draw] of Object.entries(SCENES)) frames[name as SceneName] = await draw()
})
afterAll(() => engine.close())

/** What each mode accepts of the drawn scenes, and what it says of others. */
const MODES_AND_SCENES: Partial<
  Record<CameraMode, { accepts: SceneName; refuses: [SceneName, string][] }>
> = {
  makeup: {
    accepts: 'closeUp',
    refuses: [
      ['small', 'closer'],
      ['aside', 'centre'],
      ['dark', 'moreLight'],
    ],
  },
  skincare: {
    accepts: 'closeUp',
    refuses: [
      ['head', 'closer'],
      ['tilted', 'straighten'],
      ['dark', 'moreLight'],
    ],
  },
  hdskincare: {
    accepts: 'closeUp',
    refuses: [
      ['small', 'closer'],
      ['aside', 'centre'],
      ['nobody', 'showFace'],
    ],
  },
  shadefinder: {
    accepts: 'closeUp',
    refuses: [
      ['small', 'closer'],
      ['tilted', 'straighten'],
      ['dark', 'moreLight'],
    ],
  },
  facereshape: {
    accepts: 'head',
    refuses: [
      ['small', 'closer'],
      ['aside', 'centre'],
      ['tilted', 'straighten'],
    ],
  },
  comprehensive: {
    accepts: 'closeUp',
    refuses: [
      ['head', 'closer'],
      ['aside', 'centre'],
      ['dark', 'moreLight'],
    ],
  },
  hairlength: {
    accepts: 'bust',
    refuses: [
      ['closeUp', 'back'],
      ['small', 'showHair'],
      ['nobody', 'showFace'],
    ],
  },
  hairtype: {
    accepts: 'bust',
    refuses: [
      ['closeUp', 'back'],
      ['nobody', 'showFace'],
      ['tilted', 'back'],
    ],
  },
  hairfrizziness: {
    accepts: 'bust',
    refuses: [
      ['closeUp', 'back'],
      ['nobody', 'showFace'],
      ['tilted', 'back'],
    ],
  },
  necklace: {
    accepts: 'bust',
    refuses: [
      ['closeUp', 'back'],
      ['head', 'showNeck'],
      ['nobody', 'showFace'],
    ],
  },
  earring: {
    accepts: 'closeUp',
    refuses: [
      ['aside', 'centre'],
      ['dark', 'moreLight'],
      ['nobody', 'showFace'],
    ],
  },
}

describe.each(Object.entries(MODES_AND_SCENES))('%s', (mode, { accepts, refuses }) => {
  it(`accepts ${accepts}`, async () => {
    const { verdict, refused } = await judgeScene(frames[accepts]!, mode as CameraMode, vision)
    expect({ instruction: verdict.instruction, refused }).toEqual({})
  })

  it.each(refuses)('says of %s: %s', async (scene, instruction) => {
    const { verdict, jpeg } = await judgeScene(frames[scene]!, mode as CameraMode, vision)
    expect(verdict.instruction).toBe(instruction)
    expect(jpeg).toBeUndefined()
  })
})

it.each([
  ['hairdensity', 0, 'chinDown'],
  ['hairtype', 1, 'turnRight'],
  ['hairfrizziness', 2, 'turnLeft'],
  ['teethwhiten', 0, 'showTeeth'],
] as const)(
  '%s does not take a face from the front in its picture %i',
  async (mode, phase, asked) => {
    const scene = mode === 'teethwhiten' ? 'closeUp' : 'bust'
    const { verdict } = await judgeScene(frames[scene]!, mode, vision, { phase })
    expect(verdict.instruction).toBe(asked)
  },
)

it.each(['ring', 'nail', 'wrist'] as const)(
  '%s asks for a hand where there is none',
  async (mode) => {
    const { verdict } = await judgeScene(frames.closeUp!, mode, vision)
    expect(verdict).toMatchObject({ hasFace: false, instruction: 'showHand' })
  },
)

/** What the service does with the pictures of a mode. */
const FEATURES: [CameraMode, feature: string, params: Record<string, unknown>][] = [
  ['skincare', 'skin-simulation', { radiance: 0.2 }],
  ['shadefinder', 'fitzpatrick-scale-analyzer', {}],
  ['facereshape', 'face-reshape', { features: { face_width: -10 } }],
]

describe('what the camera accepts, the service accepts', () => {
  it.each(FEATURES)(
    '%s: %s refuses none, at the limits of size, light and angle',
    async (mode, feature, params) => {
      const png = (await portrait()).png
      const answers: string[] = []
      let taken = 0
      for (const [height, light, rotate] of [
        [520, 1, 0],
        [545, 0.9, 0],
        [555, 1, 4],
        [562, 0.75, 0],
        [570, 0.6, -6],
        [580, 0.5, 0],
        [600, 0.47, 0],
        [620, 0.44, 6],
        [640, 0.41, 0],
        [680, 1.15, -8],
        [720, 0.8, 0],
        [780, 1, 0],
      ] as const) {
        const frame = await distorted(png, { height, light, rotate })
        const { jpeg } = await judgeScene(frame, mode, vision)
        if (!jpeg) continue
        taken += 1
        const files = { src: new Uint8Array(jpeg) }
        const request = { feature, stage: 'effect' as const, params, files }
        await engine
          .perform(request)
          .catch((error: Error) => answers.push(`${height}: ${error.message}`))
      }
      expect(answers).toEqual([])
      // A camera that takes nothing would be refused nothing.
      expect(taken).toBeGreaterThanOrEqual(4)
    },
  )
})

/** A frame with a portrait of this height, turned by degrees, in this light. */
async function distorted(
  png: Buffer,
  { height, light, rotate }: { height: number; light: number; rotate: number },
): Promise<Buffer> {
  const background = '#b8b2a8'
  const turned = sharp(await sharp(png).resize({ height }).png().toBuffer()).rotate(rotate, {
    background,
  })
  const drawn = await turned.png().toBuffer()
  const fitted = await sharp(drawn)
    .resize({
      width: 1280,
      height: 720,
      fit: 'cover',
      position: 'centre',
      withoutEnlargement: true,
    })
    .png()
    .toBuffer()
  const { width = 0, height: tall = 0 } = await sharp(fitted).metadata()
  const input = await sharp(fitted)
    .resize({ width: Math.min(width, 1280), height: Math.min(tall, 720), fit: 'cover' })
    .png()
    .toBuffer()
  const all = await sharp({ create: { width: 1280, height: 720, channels: 3, background } })
    .composite([{ input, gravity: 'centre' }])
    .png()
    .toBuffer()
  return await sharp(all).linear(light, 0).jpeg({ quality: 95 }).toBuffer()
}
