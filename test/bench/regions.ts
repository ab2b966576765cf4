import { decodePicture } from '../../engine/media/decode-picture.ts'
import type { Picture } from '../../engine/raster/picture.ts'
import { findRegions, type PersonRegions } from '../../engine/regions/person/find-regions.ts'
import { renderRegions } from '../../engine/regions/person/render-regions.ts'
import { REGION_NAMES, type RegionName } from '../../engine/regions/region-names.ts'
import { detectBodies } from '../../engine/vision/bodies/detect-bodies.ts'
import { detectFaces } from '../../engine/vision/faces/detect-faces.ts'
import { openVision } from '../../engine/vision/load/open-vision.ts'
import { drawPeople } from '../../samples/draw-people.ts'
import { regionScene } from '../../samples/region-scenes.ts'
import type { Look, Scene } from '../../samples/scene.ts'

const SCENES = 24

/** Every third scene is held out: nothing was tuned on it. */
const isHeldOut = (scene: number): boolean => scene % 3 === 2

/** What is told apart in the drawings, and how a look is changed so that only its pixels change. */
const TRUTH = {
  hair: (look: Look) => ({ ...look, hair: '#00ff40' }),
  skin: (look: Look) => ({ ...look, skin: '#0040ff' }),
  upper: (look: Look) => ({ ...look, top: { ...look.top, colour: '#00ff40' } }),
  lower: (look: Look) => ({ ...look, bottom: { ...look.bottom, colour: '#00ff40' } }),
  shoes: (look: Look) => ({ ...look, shoes: '#00ff40' }),
}

type Name = keyof typeof TRUTH
const NAMES = Object.keys(TRUTH) as Name[]

const MEANT: Record<RegionName, Name | undefined> = {
  hair: 'hair',
  'face-skin': 'skin',
  'body-skin': 'skin',
  'upper-garment': 'upper',
  'lower-garment': 'lower',
  shoes: 'shoes',
  other: undefined,
}

/** Levels by which a pixel differs between two drawings if it belongs to what was changed. */
const MIN_DIFFERENCE = 25

/** A pixel of a soft matte is of that region from here on. */
const HALF = 127

/**
 * Intersection over union of the regions of drawn people, as mattes of the picture's size, with the truth: scene by
 * scene and on average.
 */
export async function regions(): Promise<void> {
  console.log(`${'scene'.padEnd(12)}${NAMES.map((name) => name.padStart(8)).join('')}`)
  const vision = await openVision()
  const rows: { heldOut: boolean; scores: number[] }[] = []
  for (let number = 0; number < SCENES; number++) {
    const scene = regionScene(number)
    const { png, truth } = await drawPeople(scene)
    const picture = await decodePicture(png)
    const [body] = await detectBodies(picture, vision)
    const [face] = await detectFaces(picture, vision)
    const labels = await truthOf(scene, picture, truth.people[0]!.mask.data)
    const scores = body
      ? compare(picture, findRegions(picture, body, face), labels)
      : [0, 0, 0, 0, 0]
    rows.push({ heldOut: isHeldOut(number), scores })
    print(`${number}${isHeldOut(number) ? ', held out' : ''}`, scores)
  }
  vision.close()
  for (const heldOut of [false, true]) {
    const own = rows.filter((row) => row.heldOut === heldOut)
    const mean = NAMES.map((_, n) => own.reduce((sum, row) => sum + row.scores[n]!, 0) / own.length)
    print(heldOut ? 'held out' : 'others', mean)
  }
}

function print(head: string, scores: readonly number[]): void {
  console.log(`${head.padEnd(12)}${scores.map((score) => score.toFixed(3).padStart(8)).join('')}`)
}

/** What each pixel of the person is: what changes most when the look of only that changes. */
async function truthOf(
  scene: Scene,
  { data }: Picture,
  mask: Uint8Array,
): Promise<(Name | undefined)[]> {
  const most = new Float32Array(mask.length).fill(MIN_DIFFERENCE)
  const labels: (Name | undefined)[] = Array.from({ length: mask.length })
  for (const name of NAMES) {
    const [person] = scene.people
    const changed = { ...person!, look: TRUTH[name](person!.look) }
    const { png } = await drawPeople({ ...scene, people: [changed] })
    const other = (await decodePicture(png)).data
    for (let i = 0; i < mask.length; i++) {
      const off = Math.hypot(...[0, 1, 2].map((c) => data[4 * i + c]! - other[4 * i + c]!))
      if (mask[i]! < 128 || off <= most[i]!) continue
      most[i] = off
      labels[i] = name
    }
  }
  return labels
}

/** Beards and brows, which are drawn as hair, count neither way. */
function compare(
  picture: Picture,
  person: PersonRegions,
  truth: readonly (Name | undefined)[],
): number[] {
  const masks = renderRegions(picture, [person])
  const both = new Map<Name, number>()
  const either = new Map<Name, number>()
  for (let i = 0; i < truth.length; i++) {
    let [region, most]: [RegionName, number] = ['other', HALF]
    for (const name of REGION_NAMES) {
      if (name !== 'other' && masks[name].data[i]! > most)
        [region, most] = [name, masks[name].data[i]!]
    }
    const [found, is] = [MEANT[region], truth[i]]
    if (region === 'face-skin' && is === 'hair') continue
    for (const name of new Set([found, is])) if (name) either.set(name, (either.get(name) ?? 0) + 1)
    if (found && found === is) both.set(found, (both.get(found) ?? 0) + 1)
  }
  return NAMES.map((name) => (both.get(name) ?? 0) / Math.max(1, either.get(name) ?? 0))
}
