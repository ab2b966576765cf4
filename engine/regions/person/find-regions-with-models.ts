import type { Picture } from '../../raster/picture.ts'
import type { Body } from '../../vision/bodies/body.ts'
import type { Face } from '../../vision/faces/face.ts'
import type { Vision } from '../../vision/vision.ts'
import { CLASS_REGIONS } from '../class-regions.ts'
import { type ClassPlanes, classifyRegions } from '../classify-regions.ts'
import { type ByRegion, byRegion, REGION_NAMES, type RegionName } from '../region-names.ts'
import { MODEL_REGIONS_SEEN } from '../tuning.ts'
import { confidenceOf, findRegions, type PersonRegions } from './find-regions.ts'

/**
 * Tells the regions of one person apart: by the models that users brought, where there are any, and else by
 * {@link findRegions}. What a model does not tell further apart, such as clothes, is
 * divided as {@link findRegions} has it.
 * @throws when a model cannot be run
 */
export async function findRegionsWithModels(
  picture: Picture,
  body: Body,
  face: Face | undefined,
  { userNets = [] }: Pick<Vision, 'userNets'>,
): Promise<PersonRegions> {
  const own = findRegions(picture, body, face)
  const { parse, hair } = await classifyRegions(picture, own.grid, userNets)
  if (!parse && !hair) return own
  let { shares } = own
  if (parse) shares = byClasses(own, parse)
  if (hair) shares = withHair(shares, own.grid.person, hair)
  return { grid: own.grid, shares, confidence: confidenceOf(own.grid, shares) }
}

function byClasses(
  { grid: { person }, shares: own }: PersonRegions,
  classes: ClassPlanes,
): ByRegion<Float32Array> {
  const shares = byRegion(() => new Float32Array(person.length))
  for (let i = 0; i < person.length; i++) {
    const likely = byRegion(() => 0)
    for (const [name, plane] of classes) {
      const regions = CLASS_REGIONS[name]
      const before = regions.reduce((sum, region) => sum + own[region][i]!, 0)
      regions.forEach((region, n) => {
        likely[region] += plane[i]! * (before > 0 ? own[region][i]! / before : Number(n === 0))
      })
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
