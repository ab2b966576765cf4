import { join } from 'node:path'
import type { TiffPage } from '../../../metadata/tiff/read-tiff-pages.ts'
import { decodingFault } from '../../media/decoding-fault.ts'
import { srgbProfile } from '../../media/srgb-profile.ts'
import { withinMemory } from '../../media/within-memory.ts'
import { developLab, relabelAsRgb } from './develop-lab.ts'
import { pageOptions } from './page-options.ts'
import { MAX_SOURCE_PIXELS, type Source } from './source.ts'
import { readHeader, sourceOf, withResolution } from './source-of.ts'
import { withProfile } from './with-stated.ts'

/**
 * Opens a TIFF in CIELAB, whose pixels are decoded into ones of sRGB here, because libvips takes another white for it.
 * @param page which of its pictures is meant
 * @param folder where those pixels go
 * @throws Fault `unreadable` or `large`
 */
export async function openLabTiff(
  path: string,
  page: TiffPage,
  bytes: number,
  folder: string,
): Promise<Source> {
  const relabelled = join(folder, 'relabelled.tif')
  await relabelAsRgb(path, page, relabelled)
  const chosen = pageOptions(page)
  const header = await readHeader(relabelled, 'tiff', chosen)
  const source = withResolution(
    sourceOf(relabelled, 'tiff', bytes, header, chosen),
    page.resolution,
  )
  const into = join(folder, 'developed.v')
  const { alpha, bitDepth } = source
  const how = { deep: bitDepth === 16, alpha, limit: MAX_SOURCE_PIXELS }
  await withinMemory(relabelled, () => developLab(relabelled, page, how, into), chosen).catch(
    (cause: unknown) => {
      throw decodingFault(cause, 'The picture is damaged or cut off.')
    },
  )
  const { page: _, ...developed } = source
  return withProfile({ ...developed, path: into }, { profile: await srgbProfile() })
}
