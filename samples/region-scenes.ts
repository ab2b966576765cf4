import { ROOM } from './empty-room.ts'
import { amara, henrik, ines, kofi, maren } from './people.ts'
import type { Look, Scene } from './scene.ts'
import { createSvgContext } from './svg.ts'

/** In this order whoever loads the module: exports have one by name in Node, and another where vitest loads them. */
const MODELS = [amara, henrik, ines, kofi, maren]
const SKIN = ['#f4d9c8', '#e0b293', '#bf9269', '#a97a55', '#87583b', '#4a2b1e', '#dba888']
const HAIR = ['#5a3b26', '#241712', '#c79a4e', '#8f3f1a', '#b0b0b0', '#2b1a14']
const CLOTH = [
  ...['#b5533c', '#e6dcc8', '#3f7f86', '#c8d3e0', '#8d4a63'],
  ...['#222831', '#f4f4f2', '#caa23a', '#5c7d3a', '#7a5c8a'],
]
const SHOES = ['#222222', '#7a3b32', '#d9d3c7', '#b89f7a', '#f0f0f0']
const WALLS = ['#9fb0a6', '#d8d2c4', '#6a7a8c', '#c9b7a0']

/** Pixels of {@link regionScene}. */
const SIZE = { width: 660, height: 920 } as const

/** A person with a body, pose, hair and clothes chosen by the number; the same number gives the same scene. */
export function regionScene(number: number): Scene {
  const { random } = createSvgContext(1000 + number)
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!
  const model = pick(MODELS)
  const at = { x: SIZE.width / 2 + 60 * (random() - 0.5), y: 860 }
  const height = 720 + 80 * random()
  const look: Look = {
    ...model.look,
    skin: pick(SKIN),
    hair: pick(HAIR),
    hairCut: pick(['short', 'long', 'bun', 'curly'] as const),
    beard: model.look.beard && random() < 0.7,
    top: { cut: pick(['tee', 'shirt', 'blouse'] as const), colour: pick(CLOTH) },
    bottom: { cut: pick(['trousers', 'skirt'] as const), colour: pick(CLOTH) },
    shoes: pick(SHOES),
  }
  const pose = {
    ...model.pose,
    leftArm: 8 + 40 * random(),
    rightArm: 8 + 40 * random(),
    headTilt: 10 * (random() - 0.5),
  }
  const room = { ...ROOM, wall: pick(WALLS), floor: 760, horizon: 430, plant: false }
  return { ...SIZE, seed: 50 + number, room, people: [{ ...model, at, height, look, pose }] }
}
