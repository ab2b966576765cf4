import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkModel } from '../../engine/models/check-model.ts'
import { boundsFrom, requireRoom } from '../../engine/models/model-bounds.ts'
import { type ModelManifest, secondForm } from '../../engine/models/model-manifest.ts'
import { findOnnxRuntime, type OnnxRuntime } from '../../engine/models/onnx-runtime.ts'
import { parseManifest } from '../../engine/models/read-models.ts'
import { type FetchFileOptions, fetchFile } from '../../functions/operate/models/fetch-file.ts'
import { describeKnown, type OfferedModel } from './describe-known.ts'
import { tryModel } from './try-model.ts'

export type GetModelOptions = {
  /** Where the file and its manifest go; made where it is not there. */
  folder: string
  /** The licence that is accepted, as `--accept-licence` names it. */
  accepted: string | undefined
  /** Asks somebody at a terminal for the licence they accept; undefined where nobody is there. */
  ask?: ((question: string) => Promise<string>) | undefined
  tell(lines: string[]): void
  /** @default the installed one */
  onnxRuntime?: OnnxRuntime
} & Pick<FetchFileOptions, 'network' | 'progress' | 'signal' | 'stallMs'>

/** What was put into the folder. */
export type FetchedModel = { file: string; manifest: ModelManifest; fetched: boolean }

/**
 * Fetches a model file into a folder after its terms were shown and accepted, checks its hash, runs it once and writes
 * its manifest. Without its manifest a file is not used, so that what fails a check stays unused.
 * @throws Error in words
 */
export async function getModel(
  model: OfferedModel,
  options: GetModelOptions,
): Promise<FetchedModel> {
  const { folder, tell, onnxRuntime, network, progress, signal, stallMs } = options
  const { file } = model.manifest
  if (model.manifest.runtime === 'onnx' && !onnxRuntime) findOnnxRuntime()
  const manifestName = file.replace(/\.(tflite|onnx)$/, '.json')
  await requireFree(folder, model, manifestName)
  tell(describeKnown(model))
  await requireAccepted(model, options)
  await mkdir(folder, { recursive: true })
  const path = join(folder, file)
  const part = `${path}.part`
  const isThere = await stat(path).catch(() => undefined)
  if (!isThere) {
    const { size } = model
    const wanted = {
      url: model.url,
      most: 'bytes' in size ? size.bytes : size.most,
      bytes: 'bytes' in size ? size.bytes : undefined,
    }
    await fetchFile(wanted, { part, network, progress, signal, stallMs })
  }
  const sha256 = await requireHash(isThere ? path : part, model)
  if (!isThere) await rename(part, path)
  const manifest = { ...model.manifest, sha256 } as ModelManifest
  const bytes = await readFile(path)
  const bounds = boundsFrom(process.env)
  const inspected = checkModel(bytes, manifest, bounds)
  requireRoom(bytes.length, inspected, bounds)
  await tryModel(path, manifest, inspected, onnxRuntime && { onnxRuntime })
  await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`)
  return { file, manifest, fetched: !isThere }
}

/** A task has one file: another one would be refused only after it was fetched. */
async function requireFree(folder: string, { manifest }: OfferedModel, own: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    if (!name.endsWith('.json') || name === own) continue
    const other = await readFile(join(folder, name))
      .then((text) => secondForm(parseManifest(text)))
      .catch(() => undefined)
    if (other?.task === manifest.task) {
      throw new Error(
        `${other.file} in ${folder} has the task ${other.task} already, which one file can have: ` +
          `remove ${name}, or name another folder.`,
      )
    }
  }
}

async function requireAccepted(
  { manifest: { licence } }: OfferedModel,
  { accepted, ask }: GetModelOptions,
): Promise<void> {
  if (accepted === undefined && !ask) {
    throw new Error(`Read the terms; --accept-licence ${licence} accepts them.`)
  }
  const given = accepted ?? (await ask?.(`To accept the licence, type its name (${licence}): `))
  if (given?.trim() === licence) return
  throw new Error(`The licence is ${licence}, which was not accepted; nothing was fetched.`)
}

/** @returns the file's SHA-256 */
async function requireHash(path: string, { hash }: OfferedModel): Promise<string> {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')]
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    sha256.update(chunk)
    md5.update(chunk)
  }
  const found = { sha256: sha256.digest('hex'), md5: md5.digest('hex') }
  const kind = hash && 'sha256' in hash ? 'sha256' : 'md5'
  const wanted = hash && ('sha256' in hash ? hash.sha256 : hash.md5)
  if (wanted === undefined || found[kind] === wanted) return found.sha256
  if (!path.endsWith('.part')) {
    throw new Error(`${path} is another file: its ${kind} is ${found[kind]}, not ${wanted}.`)
  }
  await rm(path, { force: true })
  throw new Error(
    `What came is another file: its ${kind} is ${found[kind]}, not ${wanted}. It was removed.`,
  )
}
