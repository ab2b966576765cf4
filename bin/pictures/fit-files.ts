import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withFileRole } from '../../catalog/failures/fault.ts'
import type { Feature, FileRole, PictureRule } from '../../catalog/features/feature.ts'
import { takesIndex } from '../../catalog/features/takes-index.ts'
import { type Framing, isPicture } from '../../catalog/files/file-rule.ts'
import type { Preparation } from '../../catalog/preparation/preparation.ts'
import type { TargetBox } from '../../catalog/targets/pick-targets.ts'
import { isRestorable, pictureFormat } from '../../catalog/tasks/output-format.ts'
import { decodePicture } from '../../engine/media/decode-picture.ts'
import { MEDIA_TYPES } from '../../engine/media/encode-picture.ts'
import type { Engine } from '../../engine/perform.ts'
import type { OutputFile } from '../../engine/performers/performer.ts'
import { findTargets } from '../../engine/prepare/find-targets.ts'
import { preparePicture } from '../../engine/prepare/prepare-picture.ts'
import { restorePicture } from '../../engine/restore/restore-picture.ts'
import type { MetadataChoice } from '../../metadata/exif/kept-metadata.ts'
import { fitVideo } from './fit-video.ts'
import { keepMetadata } from './keep-metadata.ts'

/** Content types and extensions of what restoring writes beside JPEG and PNG. */
const OTHER_TYPES = {
  tiff: { contentType: 'image/tiff', extension: 'tif' },
  webp: { contentType: 'image/webp', extension: 'webp' },
} as const

/** The files of an effect made to meet its rules, and how a result is put back into the source. */
export type FittedFiles = {
  paths: Map<FileRole, string[]>
  parameters: Record<string, unknown>
  restore: (output: OutputFile) => Promise<OutputFile>
}

/**
 * Makes the files of an effect meet the catalogue's rules, where they do not, as the pipeline does with a dropped file.
 * A picture with a mask is left as it is, because the two must have the same size.
 * @param folder for what is made on the way
 * @param metadata what of the source's the result keeps
 */
export async function fitFiles(
  feature: Feature,
  paths: Map<FileRole, string[]>,
  parameters: Record<string, unknown>,
  engine: Engine,
  folder: string,
  metadata: MetadataChoice,
): Promise<FittedFiles> {
  const [original] = paths.get('src')!
  const fitted: FittedFiles = {
    paths: new Map(paths),
    parameters,
    restore: async (output) => ({
      ...output,
      bytes: await keepMetadata(output.bytes, original!, metadata),
    }),
  }
  const refs = paths.get('ref') ?? []
  for (const [nth, source] of refs.entries()) {
    const into = join(folder, `reference-${nth}`)
    // What a feature takes from a reference may be anywhere in it, unless its rule says around what it is cropped.
    const isFramed = (feature.files.ref as PictureRule | undefined)?.framing !== undefined
    if (await prepared(feature, 'ref', source, into, engine, isFramed ? 'largest' : 'all')) {
      fitted.paths.set('ref', fitted.paths.get('ref')!.with(nth, into))
    }
  }
  const rule = feature.files.src
  if (!isPicture(rule)) return { ...fitted, ...(await fitVideo(rule, fitted, folder)) }
  if (paths.has('msk') || paths.has('srcmsk')) return fitted
  const sent = join(folder, 'sent')
  const index = parameters['index']
  const target = takesIndex(feature) ? `index:${index ?? 0}` : 'largest'
  const preparation = await prepared(feature, 'src', original!, sent, engine, target)
  if (!preparation) return fitted
  fitted.paths.set('src', [sent])
  const { framing } = feature.files.src as PictureRule
  if (preparation.target && framing && takesIndex(feature)) {
    const index = await indexOf(preparation.target, sent, framing, engine)
    fitted.parameters = { ...parameters, index }
  }
  if (isRestorable(feature)) {
    const format = pictureFormat(parameters['output_format'])
    fitted.restore = async ({ bytes }) => {
      const returned = join(folder, 'returned')
      const into = join(folder, 'restored')
      await writeFile(returned, bytes)
      const restoration = await restorePicture({
        original: original!,
        parts: [{ sent, returned, preparation }],
        into,
        metadata,
        ...(format && { format }),
      })
      const types = { ...MEDIA_TYPES, ...OTHER_TYPES }
      return { bytes: await readFile(into), ...types[restoration.format] }
    }
  }
  return fitted
}

async function prepared(
  feature: Feature,
  role: FileRole,
  source: string,
  into: string,
  engine: Engine,
  target: string,
): Promise<Preparation | undefined> {
  const rule = feature.files[role]
  if (!rule || !isPicture(rule)) return undefined
  const picture: PictureRule = rule
  const named = takesIndex(feature)
  const work = preparePicture({ source, rule: picture, into, target, named }, engine)
  return await withFileRole(role, work)
}

/** The index of whom a picture was cropped to: whose middle is nearest to where they were found. */
async function indexOf(
  target: TargetBox,
  sent: string,
  { finds }: Framing,
  engine: Engine,
): Promise<number> {
  const picture = await decodePicture(await readFile(sent))
  const boxes = await findTargets(picture, finds, await engine.vision())
  const distance = ({ left, top, width, height }: TargetBox): number =>
    Math.hypot(
      left + width / 2 - target.left - target.width / 2,
      top + height / 2 - target.top - target.height / 2,
    )
  const distances = boxes.map(distance)
  return Math.max(0, distances.indexOf(Math.min(...distances)))
}
