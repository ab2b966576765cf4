import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PictureFormat } from '../../catalog/features/feature.ts'
import type { Preparation, Restoration } from '../../catalog/preparation/preparation.ts'
import type { MetadataChoice } from '../../metadata/exif/kept-metadata.ts'
import type { Box } from '../geometry/box.ts'
import type { Size } from '../geometry/size.ts'
import { isGreyProfile } from '../media/working-colours.ts'
import { storedBox } from '../prepare/orientation.ts'
import { openSource } from '../prepare/source/open-source.ts'
import type { Source } from '../prepare/source/source.ts'
import { applyChange } from './apply-change.ts'
import { measureError } from './measure-error.ts'
import { readServicePictures, type StoredColours } from './read-service-picture.ts'
import { openScratchFile, type ScratchFile } from './scratch-file.ts'
import { splitChange } from './split-change.ts'
import { writeRestored } from './write-restored.ts'

/** What was sent for a source, and what came back, by their paths. Without a preparation the source itself was sent. */
export type RestoredPart = {
  sent: string
  returned: string
  preparation?: { crop: Preparation['crop']; sent: Size }
}

export type RestorePictureInput = {
  /** The source as it was dropped. */
  original: string
  /** Each made from the untouched source; several are put into one picture, one after the other. */
  parts: readonly RestoredPart[]
  /** Where the restored file goes. */
  into: string
  metadata: MetadataChoice
  /** The source's format where absent. */
  format?: PictureFormat
  /** Where scratch files go, the system's folder for temporary files by default. They are as large as the pixels. */
  folder?: string
}

/**
 * Puts what a service changed back into the source at its full size. Motion moves the source's own pixels, differences
 * of colour are enlarged and added to them, and only what neither explains is the service's picture, enlarged. Pixels
 * outside the change keep their values, in the source's profile and at its depth.
 *
 * Memory is bounded: the source's pixels lie in a file, and strips of rows are changed there.
 * @throws Fault `unreadable` or `ratio` for a returned picture that does not fit what was sent
 */
export async function restorePicture(input: RestorePictureInput): Promise<Restoration> {
  const folder = await mkdtemp(join(input.folder ?? tmpdir(), 'restore-'))
  try {
    const source = await openSource(input.original, folder)
    const scratch = await openScratchFile(source, join(folder, 'pixels.v'))
    try {
      return await restore(input, source, scratch, await coloursOf(source, folder))
    } finally {
      await scratch.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function restore(
  { original, parts, into, metadata, format }: RestorePictureInput,
  source: Source,
  scratch: ScratchFile,
  colours: StoredColours,
): Promise<Restoration> {
  const sums = { changed: 0, error: 0, explained: 0, weight: 0 }
  for (const { sent, returned, preparation = unprepared(source) } of parts) {
    const pictures = await readServicePictures({ sent, returned }, preparation.sent, colours)
    const change = splitChange(pictures)
    if (!change) continue
    const crop = storedBox(preparation.crop, source, source.orientation)
    sums.changed += await applyChange(scratch, change, crop)
    const before = sums.weight
    for (const [at, share] of change.mask.entries()) {
      sums.weight += share
      sums.explained += share * change.detail[at]!
    }
    const weight = sums.weight - before
    sums.error += weight * (await measureError(scratch, source, crop, change, pictures.returned))
  }
  const { width, height } = source
  const changedShare = Math.min(1, sums.changed / (width * height))
  const how = { original, metadata, format, changedShare }
  const file = await writeRestored(scratch, source, into, how)
  return {
    ...file,
    width,
    height,
    changedShare,
    error: sums.weight > 0 ? sums.error / sums.weight : 0,
    explained: sums.weight > 0 ? sums.explained / sums.weight : 1,
  }
}

/** The preparation of a source that was sent as it is. */
function unprepared({ width, height }: Source): { crop: Box; sent: Size } {
  return { crop: { left: 0, top: 0, width, height }, sent: { width, height } }
}

/** How the source's pixels are stored. Its profile is put into a file, because sharp reads profiles from files only. */
async function coloursOf(source: Source, folder: string): Promise<StoredColours> {
  const { grey, alpha, orientation, profile } = source
  const colours = { grey, alpha, orientation, profilePath: undefined }
  // A profile for colours says nothing of a picture that has none.
  if (!profile || grey !== isGreyProfile(profile)) return colours
  const profilePath = join(folder, 'own.icc')
  await writeFile(profilePath, profile)
  return { ...colours, profilePath }
}
