import type { TiffPage } from '../../../metadata/tiff/read-tiff-pages.ts'
import type { PageOptions } from './source.ts'

/** How sharp is told of a page. Only of another page than the first is it told anything. */
export function pageOptions({ page, subifd }: TiffPage): PageOptions | undefined {
  if (subifd !== undefined) return { page, tiff: { subifd } }
  return page === 0 ? undefined : { page }
}
