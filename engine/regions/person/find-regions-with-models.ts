import type { ModelClass } from '../../models/model-manifest.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Body } from '../../vision/bodies/body.ts'
import type { Face } from '../../vision/faces/face.ts'
import type { Vision } from '../../vision/vision.ts'
import { type ClassPlanes, classifyRegions } from '../classify-regions.ts'
import { type ByRegion, byRegion, REGION_NAMES, type RegionName } from '../region-names.ts'
import { MODEL_REGIONS_SEEN } from '../tuning.ts'
import { confidenceOf, findRegions, type PersonRegions } from './find-regions.ts'

/** The garments, which a model that only knows clothes leaves to the places they have on the body. */
const GARMENTS = ['upper-garment', 'lower-garment', 'shoes'] as const

/**
 * Tells the regions of one person apart: by the models that users brought, where there are any, and else by
 * {@link findRegions}. Clothes that a model does not tell further apart are divided as {@link findRegions} has them.
 * @throws when a model cannot be run
 */
export async function findRegionsWithModels(
  picture: Picture,
  body: Body,
  face: Face | undefined,
  { userNets = [] }: Pick<Vision, 'userNets'>,
): Promise<PersonRegions> {
  const own = findRegions(picture, body, face)
  const { regions, hair } = await classifyRegions(picture, own.grid, userNets)
  if (!regions && !hair) return own
  let { shares } = own
  if (regions) shares = byClasses(own, regions)
  if (hair) shares = withHair(shares, own.grid.person, hair)
  return { grid: own.grid, shares, confidence: confidenceOf(own.grid, shares) }
}

function byClasses(
  { grid: { person }, shares: own }: PersonRegions,
  classes: ClassPlanes,
): ByRegion<Float32Array> {
  const shares = byRegion(() => new Float32Array(person.length))
  const at = (name: ModelClass, i: number): number => classes.get(name)?.[i] ?? 0
  for (let i = 0; i < person.length; i++) {
    const clothed = GARMENTS.reduce((sum, name) => sum + own[name][i]!, 0)
    const likely = byRegion((name) => at(name, i))
    for (const name of GARMENTS) {
      const divided = clothed > 0 ? own[name][i]! / clothed : Number(name === 'upper-garment')
      likely[name] += at('clothes', i) * divided
    }
    const seen = REGION_NAMES.reduce((sum, name) => sum + likely[name], 0)
    for (const name of REGION_NAMES) {
      shares[name][i] =
        seen < MODEL_REGIONS_SEEN ? own[name][i]! : (likely[name] / seen) * person[i]!
    }
  }
  return shares
}

/** Shares with the hair of a model; what it takes from others, or leaves them, they divide as before. */
function withHair(
  shares: ByRegion<Float32Array>,
  person: Float32Array,
  classes: ClassPlanes,
): ByRegion<Float32Array> {
  const hair = classes.get('hair')!
  const others = REGION_NAMES.filter((name): name is Exclude<RegionName, 'hair'> => name !== 'hair')
  const changed = byRegion((name) => shares[name].slice())
  for (let i = 0; i < person.length; i++) {
    const before = others.reduce((sum, name) => sum + shares[name][i]!, 0)
    const left = (1 - hair[i]!) * person[i]!
    changed.hair[i] = hair[i]! * person[i]!
    for (const name of others) {
      const part = before > 0 ? shares[name][i]! / before : Number(name === 'other')
      changed[name][i] = left * part
    }
  }
  return changed
}
