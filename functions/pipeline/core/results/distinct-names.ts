import { createHash } from 'node:crypto'
import { basename } from 'node:path/posix'
import { findFeature } from '../../../../catalog/features/features.ts'
import type { Recipe } from '../../../../catalog/recipe/shape/recipe.ts'
import { resultName } from './result-key.ts'

/** A file whose results will lie in a folder with those of others. */
export type NamedFile = {
  /** The name of its recipe. */
  recipe: string
  plan: Pick<Recipe, 'steps' | 'output'>
  /** Key of the file. */
  key: string
  version?: string | undefined
  /** The folder that its results are written to. */
  folder: string
  /** How people are told of it. */
  shown: string
}

/** Why a recipe's name for results cannot be kept, in words without advice. */
export type NameClash = string

/** The ending of a result, as far as it follows from its source. */
const KEPT: Readonly<Record<string, string>> = { jpg: 'jpg', jpeg: 'jpg', png: 'png' }

type Taken = { key: string; version: string | undefined; ending: string | undefined; shown: string }

/**
 * Makes a check that is told of one file after the other, and says of each whether a recipe's `output.name` gives its
 * result the name of an earlier one's in the same folder. A file that is named twice has one job, and so one result.
 * It keeps some 250 bytes a file, and nothing where results have their default names.
 */
export function distinctNames(): (file: NamedFile) => NameClash | undefined {
  const taken = new Map<string, Taken[]>()
  return ({ recipe, plan, key, version, folder, shown }) => {
    const pattern = plan.output.name
    if (pattern === '{stem}') return undefined
    // All are worked on one day.
    const result = resultName(pattern, { source: key, recipe, date: '', index: 0 })
    const ending = endingOf(plan, basename(key))
    const place = digest([folder, result])
    const others = taken.get(place) ?? []
    const mine = { key: digest([key, recipe]), version, ending, shown }
    const other = others.find((one) => !isSame(one, mine) && mayShare(one.ending, ending))
    if (others.length === 0 || other === undefined) taken.set(place, [...others, mine])
    return (
      other &&
      `The results of ${other.shown} and ${shown} would have one name, ${result}: the recipe's output.name is ` +
        `${JSON.stringify(pattern)}.`
    )
  }
}

function isSame(one: Taken, other: Taken): boolean {
  const versions = new Set([one.version, other.version].filter((version) => version !== undefined))
  return one.key === other.key && versions.size < 2
}

function mayShare(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other
}

function digest(of: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(of)).digest('base64url')
}

/** Undefined where it does not follow from the source. */
function endingOf({ steps, output }: NamedFile['plan'], file: string): string | undefined {
  const last = findFeature(steps.at(-1)?.feature ?? '')
  if (!last?.digitalSource) return 'json'
  if (output.format) return output.format
  return KEPT[file.slice(file.lastIndexOf('.') + 1).toLowerCase()]
}
