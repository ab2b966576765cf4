import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../../../engine/perform.ts'
import type { Vision } from '../../../engine/vision/vision.ts'
import { productNamed } from '../../../samples/all-products.ts'
import { drawProduct } from '../../../samples/draw-product.ts'
import { portrait } from '../../../samples/portrait.ts'
import { wrist } from '../../../samples/wrist.ts'
import type { Instruction } from '../../../web/camera/judge/verdict.ts'
import { MODES } from '../../../web/camera/modes/modes.ts'
import type { CameraMode } from '../../../web/camera/public-types.ts'
import { hasPhoto, readPhoto } from '../../engine/photos.ts'
import { warmEngine } from '../../engine/warm-engine.ts'
import { fewOrAll, sampled } from '../../setup/sampled.ts'
import { ACCEPTED } from './accepted-scenes.ts'
import { judgeScene } from './judge-scene.ts'
import { FRAME, placeInFrame, SCENES, type SceneName } from './scenes.ts'

let engine: Engine
let vision: Vision

beforeAll(async () => {
  engine = warmEngine()
  vision = await engine.vision()
})
afterAll(() => engine.close())

/** What is said of scenes, of the first picture or the one that is named. */
type Refused = readonly (readonly [scene: SceneName, said: Instruction, phase?: number])[]

const THREE_SIDES: Refused = [
  ['closeUp', 'back'],
  ['turnedLeft', 'turnRight'],
  ['bust', 'turnRight', 1],
  ['turnedLeft', 'turnRight', 1],
  ['turnedRight', 'turnLeft', 2],
  ['nobody', 'showFace'],
]

const HAND: Refused = [
  ['smallHand', 'closer'],
  ['cutHand', 'centre'],
  ['palm', 'backOfHand'],
  ['darkHand', 'moreLight'],
  ['closeUp', 'showHand'],
]

/** What each mode says of drawn scenes that it does not take. */
const REFUSED: Readonly<Record<CameraMode, Refused>> = {
  makeup: [
    ['small', 'closer'],
    ['aside', 'centre'],
    ['dark', 'moreLight'],
  ],
  skincare: [
    ['head', 'closer'],
    ['tilted', 'straighten'],
    ['dark', 'moreLight'],
  ],
  hdskincare: [
    ['small', 'closer'],
    ['aside', 'centre'],
    ['nobody', 'showFace'],
  ],
  shadefinder: [
    ['small', 'closer'],
    ['tilted', 'straighten'],
    ['dark', 'moreLight'],
  ],
  facereshape: [
    ['small', 'closer'],
    ['aside', 'centre'],
    ['tilted', 'straighten'],
  ],
  comprehensive: [
    ['head', 'closer'],
    ['aside', 'centre'],
    ['dark', 'moreLight'],
  ],
  hairlength: [
    ['closeUp', 'back'],
    ['small', 'showHair'],
    ['turnedRight', 'turnLeft'],
  ],
  hairtype: THREE_SIDES,
  hairfrizziness: THREE_SIDES,
  hairdensity: [
    ['bust', 'chinDown'],
    ['turnedRight', 'turnLeft'],
    ['nobody', 'showFace'],
  ],
  necklace: [
    ['closeUp', 'back'],
    ['head', 'showNeck'],
    ['bowed', 'chinUp'],
  ],
  earring: [
    ['aside', 'centre'],
    ['dark', 'moreLight'],
    ['nobody', 'showFace'],
  ],
  teethwhiten: [
    ['closeUp', 'showTeeth'],
    ['small', 'closer'],
    ['dark', 'moreLight'],
  ],
  ring: HAND,
  nail: HAND,
  wrist: [...HAND, ['sleeve', 'showWrist']],
}

describe.each(sampled(3, Object.entries(REFUSED)))('%s', (name, refuses) => {
  const mode = name as CameraMode
  const accepts = ACCEPTED[mode]

  it(`accepts ${accepts.join(', ')}`, async () => {
    expect(accepts).toHaveLength(MODES[mode].phases.length)
    for (const [phase, scene] of accepts.entries()) {
      const { verdict, refused } = await judgeScene(await SCENES[scene](), mode, vision, { phase })
      expect({ scene, instruction: verdict.instruction, refused }).toEqual({ scene })
    }
  })

  it(`refuses ${refuses.map(([scene]) => scene).join(', ')}`, async () => {
    for (const [scene, said, phase = 0] of refuses) {
      const { verdict, jpeg } = await judgeScene(await SCENES[scene](), mode, vision, { phase })
      expect({ scene, said: verdict.instruction }).toEqual({ scene, said })
      expect(jpeg).toBeUndefined()
    }
  })
})

/** What a task is given beside the camera's picture. */
type Task = { params: Record<string, unknown>; product?: string }

const WEARS = { source_info: { name: '0' }, object_infos: [{ name: '0', parameter: {} }] }

/** What the service does with the pictures of a mode. */
const TASKS: readonly (readonly [CameraMode, feature: string, Task])[] = [
  ['skincare', 'skin-simulation', { params: { radiance: 0.2 } }],
  ['shadefinder', 'fitzpatrick-scale-analyzer', { params: {} }],
  ['facereshape', 'face-reshape', { params: { features: { face_width: -10 } } }],
  ['makeup', 'look-vto', { params: { template_id: 'daily_bare' } }],
  ['wrist', '2d-vto/bracelet', { params: WEARS, product: 'bangle' }],
]

/** Portraits at the limits of size, light and angle. */
const PORTRAITS = [
  [600, 0.47, 0],
  [680, 1.15, -8],
  [780, 1, 0],
  [640, 0.41, 0],
  [545, 0.9, 0],
  [562, 0.75, 0],
  [570, 0.6, -6],
  [620, 0.44, 6],
] as const

/** Hands at the limits of size and light, and arms that a sleeve covers to different lengths. */
const HANDS = [
  ['maren', 690, 1, 0],
  ['amara', 720, 0.7, 0],
  ['kofi', 720, 1.1, 0],
  ['maren', 720, 1, 70],
  ['maren', 720, 1, 100],
  ['amara', 720, 1, 130],
] as const

async function framesFor(mode: CameraMode): Promise<Buffer[]> {
  if (MODES[mode].finds === 'face') {
    const { png } = await portrait()
    const all = sampled(4, PORTRAITS).map(([height, light, rotate]) =>
      placeInFrame(png, { height, light, rotate, top: 'middle' }),
    )
    return await Promise.all(all)
  }
  const people = new Map<string, ReturnType<typeof wrist>>()
  const drawn = sampled(4, HANDS).map(async ([who, height, light, cut]) => {
    const person = people.get(who) ?? wrist(who, { width: 960, height: 720 })
    people.set(who, person)
    // What is cut off above takes a part of the arm away.
    return placeInFrame((await person).png, { height, light, top: -cut })
  })
  return [...(await Promise.all(drawn)), ...(await photographedHands())]
}

async function photographedHands(): Promise<Buffer[]> {
  if (!hasPhoto('hands.jpg')) return []
  const png = await sharp(readPhoto('hands.jpg')).resize(FRAME).png().toBuffer()
  return [await placeInFrame(png, { height: FRAME.height })]
}

describe('what the camera accepts, the service accepts', () => {
  const frames = new Map<string, Promise<Buffer[]>>()

  it.each(sampled(2, TASKS))('%s: %s refuses none', async (mode, feature, { params, product }) => {
    const { finds } = MODES[mode]
    const drawn = frames.get(finds) ?? framesFor(mode)
    frames.set(finds, drawn)
    const ref = product && new Uint8Array(await drawProduct(productNamed(product)))
    const answers: string[] = []
    let taken = 0
    for (const [at, frame] of (await drawn).entries()) {
      const { jpeg } = await judgeScene(frame, mode, vision)
      if (!jpeg) continue
      taken += 1
      const files = { src: new Uint8Array(jpeg), ...(ref && { ref: [ref] }) }
      const request = { feature, stage: 'effect' as const, params, files }
      await engine.perform(request).catch((error: Error) => answers.push(`${at}: ${error.message}`))
    }
    expect(answers).toEqual([])
    // A camera that takes nothing would be refused nothing.
    expect(taken).toBeGreaterThanOrEqual(fewOrAll(1, 3))
  })
})
