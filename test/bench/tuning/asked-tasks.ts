import { hash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { Fault } from '../../../catalog/failures/fault.ts'
import { findFeature } from '../../../catalog/features/features.ts'
import { isPicture } from '../../../catalog/files/file-rule.ts'
import { sniffFormat } from '../../../catalog/files/sniff-format.ts'
import type { Engine, PerformRequest } from '../../../engine/perform.ts'
import { makeSheet } from '../../contact-sheet/sheets.ts'
import { pick } from '../../mutants/pick.ts'
import { preparePhoto } from '../prepare-photo.ts'

/** The effect tasks that a feature's contact sheet asks for: every `oneIn`th, without photographs unless asked for. */
export async function tasksOfSheet(
  feature: string,
  engine: Engine,
  { oneIn, withPhotographs = false }: { oneIn: number; withPhotographs?: boolean },
): Promise<PerformRequest[]> {
  const asked: PerformRequest[] = []
  let count = 0
  const noting: Engine = {
    ...engine,
    perform: async (request, options) => {
      if (request.stage !== 'effect') return await engine.perform(request, options)
      if (count++ % oneIn === 0) asked.push(request)
      return { results: {} }
    },
  }
  const isShown = (picture: string) => withPhotographs || !/\.(jpg|png)$/.test(picture)
  await makeSheet(feature, noting, isShown)
  return asked
}

/** A task for each of the files that some bring, and each of some parameters. */
export function withParameters(
  tasks: readonly PerformRequest[],
  all: readonly PerformRequest['params'][],
): PerformRequest[] {
  const ofFiles = new Map(tasks.map((task) => [digestOf(task.files), task]))
  return [...ofFiles.values()].flatMap((task) => all.map((params) => ({ ...task, params })))
}

/** The tasks with the pictures of a folder in turn as what is worn. */
export async function withReferences(
  tasks: readonly PerformRequest[],
  folder: string,
): Promise<PerformRequest[]> {
  const names = (await readdir(folder)).filter((name) => /\.(jpe?g|png|webp)$/i.test(name)).sort()
  const refs = await Promise.all(names.map((name) => read(join(folder, name))))
  return tasks.map((task, nth) => ({
    ...task,
    files: { ...task.files, ref: [refs[nth % refs.length]!] },
  }))
}

function digestOf(files: PerformRequest['files']): string {
  const given = Object.values(files).flat()
  return given
    .map((file) => (file instanceof Uint8Array ? hash('sha1', file) : JSON.stringify(file)))
    .join(' ')
}

/** Which files of a folder take part, and how large. */
type Chosen = {
  /** How many, drawn by a seed. @default all */
  count?: number | undefined
  seed?: number | undefined
  /** Pictures are cut to their target, as the pipeline does, and shrunk to these longer sides in turn, in pixels. */
  sides?: readonly number[] | undefined
}

/**
 * The pictures and videos of a folder with the parameters and further files of the sheet's tasks, in turn. A mask
 * beside a file, `bus_mask.png`, goes with it.
 */
export async function tasksOfFolder(
  folder: string,
  ofSheet: readonly PerformRequest[],
  engine: Engine,
  { count, seed = 1, sides = [] }: Chosen = {},
): Promise<PerformRequest[]> {
  const names = (await readdir(folder)).sort()
  const sources = names.filter((name) => /(?<!_mask)\.(jpe?g|png|webp|mp4)$/i.test(name))
  return await Promise.all(
    pick(sources, count ?? sources.length, seed).map(async (name, nth) => {
      const request = ofSheet[nth % ofSheet.length]!
      const side = sides[nth % sides.length]
      const mask = name.replace(/\.\w+$/, '_mask.png')
      if (names.includes(mask)) {
        const [src, msk] = await Promise.all([name, mask].map((one) => read(join(folder, one))))
        const shrunk = (bytes: Uint8Array, isMask: boolean) =>
          side && !name.endsWith('.mp4') ? shrink(bytes, side, isMask) : bytes
        return {
          ...request,
          files: {
            ...request.files,
            src: await shrunk(src!, false),
            msk: await shrunk(msk!, true),
          },
        }
      }
      const bytes = await read(join(folder, name))
      const isShrunk = side && !name.endsWith('.mp4')
      const src = isShrunk
        ? await shrink(await prepared(engine, request.feature, bytes), side, false)
        : bytes
      return { ...request, files: { ...request.files, src } }
    }),
  )
}

/** A task whose picture and mask are shrunk to a longer side, in pixels; videos stay. */
export async function shrunkTask(request: PerformRequest, side: number): Promise<PerformRequest> {
  const { src, msk } = request.files
  if (!(src instanceof Uint8Array) || !/^(?:jpeg|png|webp)$/.test(sniffFormat(src) ?? '')) {
    return request
  }
  const files = { ...request.files, src: await shrink(src, side, false) }
  if (msk instanceof Uint8Array) files.msk = await shrink(msk, side, true)
  return { ...request, files }
}

async function read(path: string): Promise<Uint8Array> {
  return new Uint8Array(await readFile(path))
}

async function shrink(bytes: Uint8Array, side: number, isMask: boolean): Promise<Uint8Array> {
  const fitted = sharp(bytes)
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
  return isMask ? await fitted.png().toBuffer() : await fitted.jpeg({ quality: 95 }).toBuffer()
}

/** A picture as a recipe sends it; whole where it cannot be prepared, and the effect says why not. */
async function prepared(engine: Engine, feature: string, bytes: Uint8Array): Promise<Uint8Array> {
  const rule = findFeature(feature)?.files.src
  if (!rule || !isPicture(rule) || !rule.framing) return bytes
  const folder = await mkdtemp(join(tmpdir(), 'tuning-'))
  const path = join(folder, 'source')
  try {
    await writeFile(path, bytes)
    return new Uint8Array(await preparePhoto(engine, path, rule))
  } catch (error) {
    if (error instanceof Fault) return bytes
    throw error
  } finally {
    await rm(folder, { recursive: true })
  }
}
