import { bust, type DrawnBust, type SitterName } from './bust.ts'
import type { Look } from './scene.ts'
import { createSvgContext } from './svg.ts'
import { type DrawnWrist, wrist } from './wrist.ts'

const SITTERS: readonly SitterName[] = ['henrik', 'amara', 'ines', 'kofi', 'maren']
const SKIN = ['#f4d9c8', '#e0b293', '#bf9269', '#a97a55', '#87583b', '#4a2b1e', '#dba888']
const HAIR = ['#5a3b26', '#241712', '#c79a4e', '#8f3f1a', '#b0b0b0', '#2b1a14']
const CLOTH = ['#b5533c', '#3f7f86', '#8d4a63', '#222831', '#f4f4f2', '#5c7d3a', '#7a5c8a']
const WALLS = ['#9fb0a6', '#d8d2c4', '#6a7a8c', '#c9b7a0', '#eceae4']

type Random = () => number

function pickFrom(random: Random) {
  return <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!
}

/** A person from the chest up, with a head, ears, neck and clothes chosen by the number. */
export async function wearerNumbered(number: number): Promise<DrawnBust & { look: Partial<Look> }> {
  const { random } = createSvgContext(7000 + number)
  const pick = pickFrom(random)
  const look: Partial<Look> = {
    skin: pick(SKIN),
    hair: pick(HAIR),
    hairCut: pick(['short', 'bun', 'long', 'bun', 'short']),
    top: { cut: pick(['tee', 'shirt', 'blouse', 'blouse']), colour: pick(CLOTH) },
    ears: 0.88 + 0.3 * random(),
  }
  const drawn = await bust(pick(SITTERS), {
    width: 480,
    height: 540,
    face: 0.3 + 0.14 * random(),
    tilt: 16 * (random() - 0.5),
    lift: 8 * random(),
    build: { neck: 19 + 8 * random() },
    wall: pick(WALLS),
    look,
  })
  return { ...drawn, hair: drawn.hair, cloth: drawn.cloth, look }
}

/** A person from the chest up with any hair, on whom hair is put or from whom it is taken, chosen by the number. */
export async function headNumbered(number: number): Promise<DrawnBust & { look: Partial<Look> }> {
  const { random } = createSvgContext(6000 + number)
  const pick = pickFrom(random)
  const look: Partial<Look> = {
    skin: pick(SKIN),
    hair: pick(HAIR),
    hairCut: pick(['short', 'bun', 'long', 'curly', 'short', 'long']),
    top: { cut: pick(['tee', 'shirt', 'blouse']), colour: pick(CLOTH) },
    ears: 0.88 + 0.24 * random(),
  }
  const drawn = await bust(pick(SITTERS), {
    width: 800,
    height: 900,
    face: 0.27 + 0.08 * random(),
    tilt: 12 * (random() - 0.5),
    lift: 6 * random(),
    build: { neck: 19 + 7 * random() },
    wall: pick(WALLS),
    look,
  })
  return { ...drawn, hair: drawn.hair, cloth: drawn.cloth, look }
}

/** A person from the chest up with locks of hair or an open collar before the neck, chosen by the number. */
export async function coveredNumbered(
  number: number,
): Promise<DrawnBust & { look: Partial<Look> }> {
  const { random } = createSvgContext(8000 + number)
  const pick = pickFrom(random)
  const isHair = number % 2 === 0
  const look: Partial<Look> = {
    skin: pick(SKIN),
    hair: pick(HAIR),
    hairCut: isHair ? 'long' : pick(['short', 'bun']),
    locks: isHair,
    top: { cut: isHair ? 'blouse' : 'shirt', colour: pick(CLOTH), open: true },
  }
  const drawn = await bust(pick(SITTERS), {
    width: 800,
    height: 900,
    face: 0.32 + 0.06 * random(),
    tilt: 10 * (random() - 0.5),
    lift: 4 * random(),
    wall: pick(WALLS),
    look,
  })
  return { ...drawn, hair: drawn.hair, cloth: drawn.cloth, look }
}

/** A hand with its forearm, with a skin, a sleeve, a size and a direction chosen by the number. */
export async function armNumbered(number: number): Promise<DrawnWrist & { look: Partial<Look> }> {
  const { random } = createSvgContext(9000 + number)
  const pick = pickFrom(random)
  const look: Partial<Look> = {
    skin: pick(SKIN),
    top: { cut: pick(['tee', 'blouse', 'tee', 'shirt']), colour: pick(CLOTH) },
    bottom: { cut: pick(['trousers', 'skirt']), colour: pick(CLOTH) },
  }
  const drawn = await wrist(pick(SITTERS), {
    width: 480,
    height: 540,
    near: 0.7 + 0.5 * random(),
    build: { limbs: 0.86 + 0.28 * random() },
    pose: { leftArm: 8 + 34 * random(), leftElbow: 3 + 12 * random() },
    wall: pick(WALLS),
    look,
  })
  return { ...drawn, look }
}
