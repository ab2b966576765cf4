import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { StatedColours } from '../../../metadata/icc/code-points.ts'
import { replacePngColours } from '../../../metadata/png/replace-png-colours.ts'
import { requireStandardRange } from '../../media/stated-colours.ts'
import { withinMemory } from '../../media/within-memory.ts'
import { decodeStored } from './decode-source.ts'
import { profileName } from './profile-name.ts'
import type { Source } from './source.ts'

/**
 * Gives a file the profile that says what it states otherwise, or none where that is sRGB; an AVIF becomes a PNG for
 * it.
 * @throws Fault `unsupported` for high dynamic range
 */
export async function withStated(
  source: Source,
  stated: StatedColours | undefined,
  folder: string,
): Promise<Source> {
  requireStandardRange(stated, 'unsupported')
  if (stated === undefined) return source
  const { page, ...own } = withProfile(source, stated)
  const into = join(folder, 'stated.png')
  const isPng = source.format === 'png'
  const path = isPng ? source.path : join(folder, 'developed.png')
  if (!isPng) {
    await source.check.decode((failOn) =>
      withinMemory(
        source.path,
        () => decodeStored(source, failOn).png({ compressionLevel: 0 }).toFile(path),
        page,
      ),
    )
  }
  await pipeline(replacePngColours(createReadStream(path), own.profile), createWriteStream(into))
  if (!isPng) await rm(path)
  return { ...own, path: into }
}

/** A source under the profile that says what its file states otherwise. */
export function withProfile(source: Source, stated: StatedColours | undefined): Source {
  if (stated === undefined) return source
  const profile = typeof stated === 'object' ? stated.profile : undefined
  return { ...source, profile, profileName: profile ? profileName(profile) : null }
}
