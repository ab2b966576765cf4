import type { Picture } from '../../engine/raster/picture.ts'
import { findRegions, type PersonRegions } from '../../engine/regions/person/find-regions.ts'
import { renderRegions } from '../../engine/regions/person/render-regions.ts'
import { REGION_NAMES, type RegionName } from '../../engine/regions/region-names.ts'
import { detectBodies } from '../../engine/vision/bodies/detect-bodies.ts'
import { detectFaces } from '../../engine/vision/faces/detect-faces.ts'
import { openVision } from '../../engine/vision/load/open-vision.ts'
import { type DrawnPart, drawnRegions } from '../../samples/drawn-regions.ts'

const SCENES = 24

/** Every third scene is held out: nothing was tuned on it. */
const isHeldOut = (scene: number): boolean => scene % 3 === 2

type Name = DrawnPart
const NAMES: readonly Name[] = ['hair', 'skin', 'upper', 'lower', 'shoes']

const MEANT: Record<RegionName, Name | undefined> = {
  hair: 'hair',
  'face-skin': 'skin',
  'body-skin': 'skin',
  'upper-garment': 'upper',
  'lower-garment': 'lower',
  shoes: 'shoes',
  other: undefined,
}

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
    const { picture, parts: labels } = await drawnRegions(number)
    const [body] = await detectBodies(picture, vision)
    const [face] = await detectFaces(picture, vision)
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
