import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Fault } from '../../catalog/failures/fault.ts'
import { codeOf } from '../../catalog/features/code-of.ts'
import type { Feature, PictureRule } from '../../catalog/features/feature.ts'
import { findFeature } from '../../catalog/features/features.ts'
import { takesIndex } from '../../catalog/features/takes-index.ts'
import { isPicture } from '../../catalog/files/file-rule.ts'
import { companionKey } from '../../catalog/recipe/companions.ts'
import type { Recipe, RecipeInput, RecipeStep } from '../../catalog/recipe/shape/recipe.ts'
import { pickTargets } from '../../catalog/targets/pick-targets.ts'
import { type JudgedBox, pickUsable } from '../../catalog/targets/pick-usable.ts'
import type { Engine } from '../../engine/perform.ts'
import { preparePicture } from '../../engine/prepare/prepare-picture.ts'
import { applyEffect } from './apply-effect.ts'

/** What a recipe would do to a file: its steps in words, or why it is refused, or why that is not known here. */
export type Look = { path: string } & (
  | { outcome: 'done'; words: string }
  | { outcome: 'refused'; step: number; code: string; words: string }
  | { outcome: 'unknown'; words: string }
)

/** What is not seen on this machine. */
class NotHere extends Error {
  override readonly name = 'NotHere'
}

/**
 * Carries a recipe out on a file of this machine, as the pipeline and our own service would, and keeps nothing of it.
 * Of several targets the first one is tried. Videos, and steps whose other files lie elsewhere, are not.
 */
export async function lookAtFile(path: string, recipe: Recipe, engine: Engine): Promise<Look> {
  const folder = await mkdtemp(join(tmpdir(), 'darkroom-look-'))
  let [image, at] = [path, 0]
  const done: string[] = []
  try {
    for (const step of recipe.steps) {
      const feature = requireFeature(step.feature)
      const refs = inputsOf(step, path)
      const chosen = await choose(image, step, feature, engine, folder)
      const params = { ...step.parameters, ...(takesIndex(feature) && { index: chosen.index }) }
      const { output } = await applyEffect(feature, { image, ...refs }, params, {
        fit: true,
        engine,
      })
      done.push(`${step.feature} on the ${chosen.why}`)
      at += 1
      if (!output) break
      image = join(folder, `${at}-${basename(path)}`)
      await writeFile(image, output.bytes)
    }
    return { path, outcome: 'done', words: done.join(', then ') }
  } catch (error) {
    if (error instanceof NotHere) return { path, outcome: 'unknown', words: error.message }
    if (!(error instanceof Fault)) throw error
    const code = codeOf(requireFeature(recipe.steps[at]?.feature ?? ''), error)
    return { path, outcome: 'refused', step: at, code, words: error.message }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function requireFeature(name: string): Feature {
  const feature = findFeature(name)
  if (!feature) throw new NotHere(`${name} is not in the catalogue.`)
  if (!isPicture(feature.files.src)) throw new NotHere('Videos are not looked at before a drop.')
  return feature
}

/** The files beside the source. */
function inputsOf({ inputs }: RecipeStep, path: string): { refs: string[]; mask?: string } {
  const here = (given: RecipeInput): string => {
    if ('companion' in given)
      return join(dirname(path), companionKey(given.companion, basename(path)))
    throw new NotHere('A file that the recipe names lies elsewhere.')
  }
  const { ref = [], msk, srcmsk, refmsk } = inputs
  if (refmsk) throw new NotHere('A mask of a reference is not tried here.')
  const mask = [msk ?? srcmsk ?? []].flat()[0]
  return { refs: [ref].flat().map(here), ...(mask && { mask: here(mask) }) }
}

/** Whom the step would work on. @throws Fault `target` where there is nobody, in the words of the pipeline */
async function choose(
  image: string,
  { target }: RecipeStep,
  feature: Feature,
  engine: Engine,
  folder: string,
): Promise<{ index: number; why: string }> {
  if (!takesIndex(feature)) return { index: 0, why: 'picture' }
  if (target.startsWith('index:'))
    return { index: Number(target.slice(6)), why: `one of ${target}` }
  const rule = feature.files.src as PictureRule
  const { framing: _, ...whole } = rule
  const into = join(folder, 'whole')
  const prepared = await preparePicture({ source: image, rule: whole, into, target: 'all' }, engine)
  const src = await readFile(prepared ? into : image)
  const found = await engine.perform({
    feature: feature.name,
    stage: 'pre-process',
    params: {},
    files: { src },
  })
  const boxes = (found.results['result'] ?? []) as JudgedBox[]
  const picked = target === 'usable' ? pickUsable(boxes, rule.framing !== undefined) : undefined
  if (picked && 'refusal' in picked) throw new Fault('target', picked.refusal)
  const chosen = picked?.target ?? pickTargets(target, boxes)[0]
  if (!chosen) throw new Fault('target', 'Nobody this effect can work on was found in the picture.')
  return { index: chosen.index, why: chosen.why }
}
