import * as z from 'zod/mini'
import { describeIssue } from '../../catalog/issues/describe-issue.ts'
import { checkModel } from './check-model.ts'
import { MODEL_FILE } from './inspect-model.ts'
import { BOUNDS, type ModelBounds, requireRoom } from './model-bounds.ts'
import {
  type ManifestV1,
  type ModelManifest,
  schemaOf,
  secondForm,
  type UserModel,
} from './model-manifest.ts'
import type { ModelSource } from './model-source.ts'

/** The model files of a source: those that can be run, and what is wrong with others. */
export type ReadModels = {
  models: UserModel[]
  problems: { manifest: string; reason: string }[]
  /** Model files that no manifest names. */
  unnamed: string[]
}

/** The largest files that are read, in bytes, and the most manifests. */
export const MOST = { model: 256_000_000, manifest: 64_000, manifests: 32 } as const

/**
 * Reads the model files that manifests (`NAME.json`) name, and checks each.
 * @throws Error when the source cannot be read
 */
export async function readModels(
  source: ModelSource,
  bounds: ModelBounds = BOUNDS,
): Promise<ReadModels> {
  const names = await source.list()
  const manifests = names.filter((name) => name.endsWith('.json'))
  if (manifests.length > MOST.manifests) {
    throw new Error(
      `${source.name} has ${manifests.length} manifests; at most ${MOST.manifests} are read.`,
    )
  }
  const models: UserModel[] = []
  const problems: ReadModels['problems'] = []
  const named = new Set<string>()
  for (const name of manifests) {
    try {
      const written = parseManifest(await source.read(name, MOST.manifest))
      const manifest = secondForm(written)
      named.add(manifest.file)
      const twin = models.find((model) => model.manifest.task === manifest.task)
      if (twin) throw new Error(`${twin.manifest.file} has the task ${manifest.task} already.`)
      const bytes = await source.read(manifest.file, MOST.model)
      requireRoom(bytes.length, checkModel(bytes, written, bounds), bounds)
      models.push({ manifest, bytes })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      problems.push({ manifest: name, reason })
    }
  }
  const unnamed = names.filter((name) => MODEL_FILE.test(name) && !named.has(name))
  return { models, problems, unnamed }
}

/**
 * Reads models all of which must be fit to run.
 * @throws Error that names the manifest and what is wrong
 */
export async function requireModels(
  source: ModelSource,
  bounds: ModelBounds = BOUNDS,
): Promise<UserModel[]> {
  const { models, problems } = await readModels(source, bounds)
  const [problem] = problems
  if (problem) throw new Error(`${problem.manifest} in ${source.name}: ${problem.reason}`)
  return models
}

/**
 * Reads a manifest, of either form.
 * @throws Error that names the field and the rule
 */
export function parseManifest(text: Uint8Array): ModelManifest | ManifestV1 {
  let given: unknown
  try {
    given = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text))
  } catch {
    throw new Error('The manifest is not JSON.')
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new Error('The manifest is no JSON object.')
  }
  const parsed = z.safeParse(schemaOf(given), given)
  if (parsed.success) return parsed.data
  throw new Error(describeIssue(parsed.error.issues[0]!, given))
}
