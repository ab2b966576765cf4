import type { HeadObjectCommandOutput } from '@aws-sdk/client-s3'
import pMap from 'p-map'
import type {
  AskedFile,
  BudgetShare,
  DropPlanAnswer,
  PlannedFate,
} from '../../../catalog/console/drops.ts'
import type { Budget } from '../../../catalog/costs/budget.ts'
import { findFeature } from '../../../catalog/features/features.ts'
import { isPicture } from '../../../catalog/files/file-rule.ts'
import { companionKeys, isCompanion, objectKeys } from '../../../catalog/recipe/companions.ts'
import { DROP_PREFIX } from '../../../catalog/recipe/shape/key-prefixes.ts'
import type { Recipe } from '../../../catalog/recipe/shape/recipe.ts'
import { headVersion } from '../../pipeline/core/adapters/s3-version.ts'
import { readBudget } from '../budget/read-budget.ts'
import { type Estimate, estimate } from '../costs/estimate.ts'
import type { PipelineClients } from '../pipeline-clients.ts'
import { unitsForOne } from '../recipes/units-for-one.ts'
import { existingKeys } from './existing-keys.ts'
import { whyLeft } from './judge-file.ts'
import { lookAtKey } from './look-at-key.ts'

type Clients = Pick<PipelineClients, 's3' | 'db' | 'at'>

/** Files that were chosen in a browser, and the recipe with the SHA-256 of its text. */
export type AskedDrop = {
  name: string
  recipe: Recipe
  sha256: string
  files: readonly AskedFile[]
}

/** User metadata of a dropped object: when its file was last changed, by which a later drop knows it again. */
export const MODIFIED_METADATA = 'darkroom-modified'

const LOOKS_AT_ONCE = 32

/**
 * Says what becomes of each file before anything is uploaded, what it costs, and whether the budget holds it. Nothing
 * that is wrong with one file keeps the others from being told.
 */
export async function planFiles(
  asked: AskedDrop,
  clients: Clients,
  { budget, now }: { budget: Budget; now: number },
): Promise<DropPlanAnswer> {
  const { name, recipe } = asked
  const rule = findFeature(recipe.steps[0]?.feature ?? '')
  const [fates, missingObjects] = await Promise.all([
    fatesOf(asked, clients),
    absent(objectKeys(recipe), clients),
  ])
  const fresh = fates.filter((fate) => fate.is === 'source' && !fate.earlier).length
  const priced = Math.max(1, fresh)
  const expected = await estimate({ recipe: name, files: priced }, clients)
  const one = unitsForOne(recipe)
  const units = { least: one.least * priced, most: one.most * priced }
  return {
    fates,
    feature: rule?.title ?? '',
    takes: !rule || isPicture(rule.files.src) ? 'picture' : 'video',
    missingObjects,
    returns: recipe.onRefusal === 'original',
    priced,
    units,
    expected,
    budget: await sharesOf(name, { units, expected }, clients, { budget, now }),
  }
}

async function fatesOf(
  { name, recipe, sha256, files }: AskedDrop,
  clients: Clients,
): Promise<PlannedFate[]> {
  const keyed = files.map((file) => ({ file, key: `${DROP_PREFIX}${name}/${file.name}` }))
  const keys = keyed.map(({ key }) => key)
  const there = await existingKeys(keys, clients)
  const given = new Map(keyed.map(({ file, key }) => [key, file.name]))
  const owners = new Map<string, string>()
  const found = new Map<string, Promise<boolean>>()
  const isFound = (key: string): Promise<boolean> => {
    const known = found.get(key) ?? isThere(key, clients)
    found.set(key, known)
    return known
  }
  const look = async ({ file, key }: (typeof keyed)[number]): Promise<PlannedFate> => {
    const why = whyLeft(file, { key, recipe })
    if (why !== undefined) return { is: 'left', why }
    if (isCompanion(recipe, key)) return { is: 'companion' }
    const needed = companionKeys(recipe, key)
    for (const one of needed) if (given.has(one)) owners.set(one, file.name)
    const isSame = (object: HeadObjectCommandOutput): boolean =>
      object.ContentLength === file.size &&
      object.Metadata?.[MODIFIED_METADATA] === String(file.modified)
    const asked = { key, isSame, recipe: { name, sha256 } }
    const { earlier, superseded } = there.has(key) ? await lookAtKey(asked, clients) : {}
    const missing: string[] = []
    if (!earlier) {
      for (const one of needed) {
        if (!given.has(one) && !(await isFound(one))) {
          missing.push(one.slice(one.lastIndexOf('/') + 1))
        }
      }
    }
    return {
      is: 'source',
      ...(missing.length > 0 && { missing }),
      ...(earlier && { earlier }),
      ...(superseded !== undefined && { supersedes: superseded }),
    }
  }
  const fates = await pMap(keyed, look, { concurrency: LOOKS_AT_ONCE })
  return fates.map((fate, at) => {
    const of = fate.is === 'companion' ? owners.get(keys[at] ?? '') : undefined
    return of === undefined ? fate : { ...fate, of }
  })
}

async function absent(keys: readonly string[], clients: Clients): Promise<string[]> {
  const there = await Promise.all(keys.map((key) => isThere(key, clients)))
  return keys.filter((_, at) => !there[at])
}

async function isThere(key: string, { s3, at }: Clients): Promise<boolean> {
  return (await headVersion(s3, { bucket: at.dropBucket, key })) !== undefined
}

/** The limits of the day that count for the recipe, with what is left of each. */
async function sharesOf(
  name: string,
  { units, expected }: { units: { most: number }; expected: Estimate },
  clients: Clients,
  { budget, now }: { budget: Budget; now: number },
): Promise<BudgetShare[]> {
  const { lines } = await readBudget(clients, budget, now)
  return lines
    .filter(({ recipe }) => recipe === undefined || recipe === name)
    .map(({ recipe, of, taken, most }) => {
      const left = Math.max(0, most - taken)
      const needs = of === 'units' ? units.most : expected.dollars
      return {
        ...(recipe !== undefined && { recipe }),
        of,
        left,
        ...(needs !== undefined && { needs, holds: needs <= left }),
      }
    })
}
