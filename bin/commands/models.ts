import { createHash } from 'node:crypto'
import { stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Command } from 'commander'
import { checkModel } from '../../engine/models/check-model.ts'
import { folderSource } from '../../engine/models/folder-source.ts'
import { inspectModel, runtimeOf } from '../../engine/models/inspect-model.ts'
import { KNOWN_MODELS } from '../../engine/models/known-models.ts'
import { liftedBy } from '../../engine/models/lifted-refusals.ts'
import { boundsFrom, requireRoom } from '../../engine/models/model-bounds.ts'
import {
  KNOWN_LAYOUTS,
  type ManifestV1,
  type ModelManifest,
  secondForm,
  type UserModel,
} from '../../engine/models/model-manifest.ts'
import {
  MOST,
  parseManifest,
  type ReadModels,
  readModels,
} from '../../engine/models/read-models.ts'
import { stackOutputs } from '../connection/stack-outputs.ts'
import { askForLicence } from '../models/ask-for-licence.ts'
import { describeKnown } from '../models/describe-known.ts'
import { getModel } from '../models/get-model.ts'
import { describeOverlaps, overlaps } from '../models/overlaps.ts'
import { parseModelPlace, putModels } from '../models/put-models.ts'
import { readOffer } from '../models/read-offer.ts'
import { tryModel } from '../models/try-model.ts'
import { modelsOption } from '../pictures/models-option.ts'
import { note, replaceLine, say, sayJson } from '../program/say.ts'

const NO_FOLDER = 'Name a folder: --models <folder>, or DARKROOM_MODELS.'

/** `darkroom models known|get|list|check|put`: the model files that users bring. */
export function models(): Command {
  const command = new Command('models').description(
    'networks of your own, as files (docs/models.md)',
  )
  for (const made of [known(), get(), list(), check(), put()]) command.addCommand(made)
  return command
}

function known(): Command {
  return new Command('known')
    .description('published files that `get` fetches, with their terms')
    .option('--json', 'print them as JSON')
    .action(({ json }: { json?: true }) => {
      if (json) return sayJson(KNOWN_MODELS)
      say(...KNOWN_MODELS.flatMap((model) => [...describeKnown(model), '']).slice(0, -1))
    })
}

type GetOptions = {
  models?: string
  url?: string
  manifest?: string
  acceptLicence?: string
  json?: true
}

function get(): Command {
  return new Command('get')
    .description('fetch a file over https after you accepted its licence, check it and run it once')
    .argument('[name]', 'one that `known` lists')
    .addOption(modelsOption())
    .option('--url <url>', 'fetch the file of this address instead, https://…')
    .option('--manifest <file>', 'what the file at --url is; its sha256 may be missing')
    .option('--accept-licence <name>', 'the licence you accept, e.g. Apache-2.0; asked for without')
    .option('--json', 'print the manifest as JSON')
    .action(async (name: string | undefined, options: GetOptions) => {
      const { models: folder, acceptLicence: accepted, json } = options
      if (!folder) throw new Error(NO_FOLDER)
      const offer = await offered(name, options)
      const isSeen = process.stderr.isTTY
      const { file, manifest, fetched } = await getModel(offer, {
        folder,
        accepted,
        ask: askForLicence(),
        tell: (lines) => note(lines),
        ...(isSeen && { progress: (bytes) => replaceLine(`${(bytes / 1e6).toFixed(1)} MB`) }),
      })
      if (isSeen && fetched) replaceLine()
      if (json) return sayJson({ manifest, fetched })
      say(`${file} runs: ${[manifest.task, ...classesOf(manifest)].join(', ')}`)
      if (!fetched) say('It was there already.')
      if (!('hash' in offer)) say(`Trusted as it came: sha256 ${manifest.sha256}`)
    })
}

async function offered(name: string | undefined, { url, manifest }: GetOptions) {
  if (url !== undefined && name !== undefined) {
    throw new Error('Name a file that is known, or its address by --url: not both.')
  }
  if (url !== undefined) {
    if (manifest === undefined) throw new Error('--url needs --manifest: what the file there is.')
    return await readOffer(url, manifest)
  }
  if (manifest !== undefined) throw new Error('--manifest is for --url.')
  const found = KNOWN_MODELS.find((model) => model.name === name)
  if (found) return found
  const names = KNOWN_MODELS.map((model) => model.name).join(', ')
  throw new Error(name ? `${name} is not known: ${names}.` : `Name a file: ${names}; or --url.`)
}

function put(): Command {
  return new Command('put')
    .description('copy the models of a folder to the bucket that a deployed worker reads')
    .addOption(modelsOption())
    .requiredOption('--stack <name>', 'the stack of the service, e.g. DarkroomService')
    .option('--json', 'print the names as JSON')
    .action(async (options: { models?: string; stack: string; json?: true }) => {
      const { models: folder, stack, json } = options
      if (!folder) throw new Error(NO_FOLDER)
      const output = await stackOutputs(stack)
      const place = parseModelPlace(output('ModelsPlace'))
      const { S3Client } = await import('@aws-sdk/client-s3')
      const { written, others } = await putModels(folder, place, new S3Client({}))
      if (json) return sayJson({ ...place, written, others })
      for (const name of written) say(`s3://${place.bucket}/${place.prefix}${name}`)
      for (const name of others) say(`${name} lies there, too; workers read it as well.`)
    })
}

function list(): Command {
  return new Command('list')
    .description('which models of a folder are used, and what is wrong with the others')
    .addOption(modelsOption())
    .option('--json', 'print it as JSON')
    .action(async ({ models: folder, json }: { models?: string; json?: true }) => {
      if (!folder) throw new Error(NO_FOLDER)
      const found = await readModels(folderSource(folder), boundsFrom(process.env))
      const { unnamed } = found
      const { manifests, unfit } = await tryUnusual(folder, found.models)
      const problems = [...found.problems, ...unfit]
      if (json) sayJson({ models: manifests, problems, unnamed })
      else {
        for (const { file, task, sha256, licence } of manifests) {
          say(`${file}  ${task}  ${licence}  sha256 ${sha256}`)
        }
        for (const { manifest, reason } of problems) say(`${manifest}  not used: ${reason}`)
        for (const file of unnamed) {
          say(`${file}  not used: no manifest names it; see darkroom models check`)
        }
        if (manifests.length + problems.length + unnamed.length === 0) {
          say(`${folder} holds no models.`)
        }
      }
      if (problems.length > 0) process.exitCode = 1
    })
}

/**
 * Runs the models that the runtime may not be able to run, apart from everything: those with operations of their own,
 * and ONNX files, whose runtime may be missing.
 */
async function tryUnusual(folder: string, models: readonly UserModel[]) {
  const manifests: ModelManifest[] = []
  const unfit: ReadModels['problems'] = []
  for (const { manifest, bytes } of models) {
    try {
      const inspected = inspectModel(bytes, manifest.runtime, boundsFrom(process.env))
      if (manifest.runtime === 'onnx' || inspected.customOperations.length > 0) {
        await tryModel(join(folder, manifest.file), manifest, inspected)
      }
      manifests.push(manifest)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      unfit.push({ manifest: manifest.file, reason })
    }
  }
  return { manifests, unfit }
}

function check(): Command {
  return new Command('check')
    .description('check a model file against its manifest and run it once, apart from everything')
    .argument(
      '<file>',
      'a .tflite or .onnx file; its manifest is the .json of the same name beside it',
    )
    .option('--write', 'write the manifest of a file whose layout is known')
    .option(
      '--photo <file>',
      'show it a photograph of people, and compare with what the engine finds; a drawn person without',
    )
    .option('--json', 'print the manifest and what the file says of itself as JSON')
    .action(async (path: string, options: { write?: true; photo?: string; json?: true }) => {
      const { write, photo, json } = options
      const [folder, file] = [dirname(path), basename(path)]
      const source = folderSource(folder)
      const bytes = await source.read(file, MOST.model)
      const name = file.replace(/\.(tflite|onnx)$/, '.json')
      const written = await stat(join(folder, name)).catch(() => undefined)
      const known = written ? undefined : knownManifest(file, bytes)
      const stated = written ? parseManifest(await source.read(name, MOST.manifest)) : known
      if (!stated) throw new Error(describeUnknown(file, name, bytes))
      const manifest = secondForm(stated)
      if (manifest.file !== file) throw new Error(`${name} names the file ${manifest.file}.`)
      const bounds = boundsFrom(process.env)
      const inspected = checkModel(bytes, stated, bounds)
      requireRoom(bytes.length, inspected, bounds)
      await tryModel(path, manifest, inspected)
      if (write && !written) {
        await writeFile(join(folder, name), `${JSON.stringify(known, null, 2)}\n`)
      }
      const found = await overlaps({ manifest, bytes }, { photo })
      if (json) return sayJson({ manifest, ...inspected, ...(found && { overlaps: found }) })
      say(`${file} runs: ${[manifest.task, ...classesOf(manifest)].join(', ')}`)
      if (found) say(...describeOverlaps(found))
      for (const { feature, where } of liftedBy(manifest)) say(`${feature} takes with it ${where}.`)
      if (written || write) return
      say(`It has no manifest yet. Its layout is known: --write writes ${name}.`)
    })
}

function classesOf({ result }: ModelManifest): string[] {
  return 'classes' in result ? result.classes.flatMap((name) => name ?? []) : []
}

function knownManifest(file: string, bytes: Uint8Array): ManifestV1 | undefined {
  const layout = KNOWN_LAYOUTS[file]
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return layout && { ...layout, file, sha256 }
}

function describeUnknown(file: string, name: string, bytes: Uint8Array): string {
  const { inputs, outputs } = inspectModel(bytes, runtimeOf(file), boundsFrom(process.env))
  const shapes = (tensors: typeof inputs): string =>
    tensors
      .map(({ name: end, shape, type }) =>
        [end, shape.map((side) => side ?? '?').join(' × '), type].filter(Boolean).join(' '),
      )
      .join(', ')
  return (
    `${name} is missing, and the layout of ${file} is not one that is known ` +
    `(${Object.keys(KNOWN_LAYOUTS).join(', ')}). The file takes ${shapes(inputs)} and gives ` +
    `${shapes(outputs)}; docs/models.md says what its manifest must.`
  )
}
