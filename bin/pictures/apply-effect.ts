import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Failure } from '../../catalog/failures/failure.ts'
import { Fault, withFileRole } from '../../catalog/failures/fault.ts'
import type { ByRole, Feature, FileRole } from '../../catalog/features/feature.ts'
import type { Generation } from '../../catalog/generator/generation.ts'
import { offerOf } from '../../catalog/generator/generator-settings.ts'
import { requireGenerator } from '../../catalog/generator/require-generator.ts'
import { explainParameters } from '../../catalog/issues/explain-parameters.ts'
import { fileField } from '../../catalog/tasks/read-files.ts'
import { validateTask } from '../../catalog/tasks/validate-task.ts'
import type { Generator } from '../../engine/generate/generator.ts'
import type { Engine } from '../../engine/perform.ts'
import type { EffectResult } from '../../engine/performers/performer.ts'
import type { MetadataChoice } from '../../metadata/exif/kept-metadata.ts'
import { fitFiles } from './fit-files.ts'
import type { GivenGenerator } from './generator-option.ts'
import { keepMetadata } from './keep-metadata.ts'
import { withEngine } from './with-engine.ts'

/** The files of an effect, by their paths. */
export type EffectFiles = { image: string; refs: readonly string[]; mask?: string }

/** Stands in for an address where the catalogue asks for one; nothing is fetched from it. */
const HERE = 'http://localhost/'

/**
 * Carries out an effect on files of this machine, with every check the service makes of a request and of its files.
 * @param options.fit whether files that do not meet the feature's rules are made to, and the result is put back into
 * the source
 * @param options.metadata what of the source's metadata the result keeps. @default nothing
 * @param options.generator makes what must be invented; it is paid by whoever runs the command
 * @param options.engine carries the effect out, and stays open; faults come out as they are then
 * @throws Error whose message begins with the service's code for what is wrong
 */
export async function applyEffect(
  feature: Feature,
  files: EffectFiles,
  params: Record<string, unknown>,
  {
    fit,
    metadata = 'none',
    generator,
    engine: open,
  }: {
    fit: boolean
    metadata?: MetadataChoice
    generator?: GivenGenerator | undefined
    engine?: Engine
  },
): Promise<AppliedEffect> {
  const paths = byRole(feature, files)
  const generations: Generation[] = []
  const named = [...paths].map(([role, list]) => {
    const urls = list.map((path) => HERE + encodeURIComponent(pathToFileURL(path).pathname))
    const rule = feature.files[role]!
    return [fileField(role, 'url', rule), rule.maxCount === undefined ? urls[0] : urls]
  })
  requireParameters(feature, params)
  const body = { ...feature.defaults, ...params, ...Object.fromEntries(named) }
  const { parameters } = validated(feature, body, generator)
  const perform = async (
    engine: Engine,
    given: ReadonlyMap<FileRole, readonly string[]>,
    fields: Record<string, unknown>,
  ): Promise<EffectResult> => {
    const bytes: Partial<Record<FileRole, Uint8Array | Uint8Array[]>> = {}
    for (const [role, list] of given) {
      const read = await Promise.all(list.map((path) => readInput(feature, role, path)))
      bytes[role] = feature.files[role]!.maxCount === undefined ? read[0]! : read
    }
    const request = {
      feature: feature.name,
      stage: 'effect',
      params: fields,
      files: bytes as ByRole<Uint8Array>,
    } as const
    return await engine.perform(request, { paying: accountIn(generations) })
  }
  const apply = async (engine: Engine): Promise<EffectResult> => {
    if (!fit) {
      const { output, ...result } = await perform(engine, paths, parameters)
      if (!output) return result
      const bytes = await keepMetadata(output.bytes, files.image, metadata)
      return { ...result, output: { ...output, bytes } }
    }
    for (const [role, list] of paths) await Promise.all(list.map((path) => requireFile(role, path)))
    const folder = await mkdtemp(join(tmpdir(), 'effect-'))
    try {
      const fitted = await fitFiles(feature, paths, parameters, engine, folder, metadata)
      const { output, ...result } = await perform(engine, fitted.paths, fitted.parameters)
      return { ...result, ...(output && { output: await fitted.restore(output) }) }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  if (open) return { ...(await apply(open)), generations }
  const made = generator && (await openGenerator(generator))
  return { ...(await withEngine(feature, apply, made)), generations }
}

/** What an effect made, and what a generator did for it. */
export type AppliedEffect = EffectResult & { generations: Generation[] }

/** Lists the calls of a generator; whoever runs the command pays them. */
function accountIn(generations: Generation[]) {
  return {
    task: randomUUID(),
    reserve: async ({ nth, told }: { nth: number; told: Generation }) => {
      generations[nth] = told
      return undefined
    },
    settle: async (nth: number, made: Generation | undefined) => {
      generations.splice(nth, 1, ...(made ? [made] : []))
    },
  }
}

/** @throws Fault `download` where there is no such file */
async function requireFile(role: FileRole, path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new Fault('download', `There is no file ${path}.`, { role })
}

/** The SDKs take a while to load, which only those wait for who name a generator. */
async function openGenerator({ settings, key }: GivenGenerator): Promise<Generator> {
  const { createGenerator } = await import('../../functions/generators/create-generator.ts')
  return createGenerator(settings, async () => key)
}

/** Refuses a name that the service would ignore, and says of a value that breaks a rule what is allowed. */
function requireParameters(feature: Feature, params: Record<string, unknown>): void {
  const { output_format: _, ...own } = params
  const wrong = explainParameters(feature, { ...feature.defaults, ...own })
  if (wrong !== undefined) throw new Error(`InvalidParameters: ${wrong}`)
}

function validated(
  feature: Feature,
  body: Record<string, unknown>,
  generator: GivenGenerator | undefined,
) {
  try {
    const task = validateTask(feature, 'effect', body)
    requireGenerator(
      { feature: feature.name, parameters: task.parameters },
      generator && offerOf(generator.settings),
    )
    return task
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new Error(`${error.code}: ${error.message}`, { cause: error })
  }
}

function byRole(feature: Feature, { image, refs, mask }: EffectFiles): Map<FileRole, string[]> {
  const paths = new Map<FileRole, string[]>([['src', [image]]])
  if (refs.length > 0) {
    const most = feature.files.ref ? (feature.files.ref.maxCount ?? 1) : 0
    if (refs.length > most) {
      throw new Error(`${feature.name} takes ${most === 0 ? 'no' : `at most ${most}`} --ref.`)
    }
    paths.set('ref', [...refs])
  }
  if (mask !== undefined) {
    const role = (['msk', 'srcmsk'] as const).find((name) => feature.files[name])
    if (!role) throw new Error(`${feature.name} takes no --mask.`)
    paths.set(role, [mask])
  }
  return paths
}

/** A file is looked at before it is read, so that no huge one fills the memory. */
async function readInput(feature: Feature, role: FileRole, path: string): Promise<Uint8Array> {
  const { maxBytes } = feature.files[role]!
  const size = await stat(path).then(
    (found) => (found.isFile() ? found.size : undefined),
    () => undefined,
  )
  return await withFileRole(
    role,
    (async () => {
      if (size === undefined) throw new Fault('download', `There is no file ${path}.`)
      if (size >= maxBytes) {
        throw new Fault('bytes', `${path} has ${size} bytes; fewer than ${maxBytes} are allowed.`)
      }
      return await readFile(path).catch((cause: unknown) => {
        throw new Fault('download', `${path} cannot be read.`, { cause })
      })
    })(),
  )
}
