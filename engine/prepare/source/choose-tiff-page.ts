import { Fault } from '../../../catalog/failures/fault.ts'
import { fullPages } from '../../../metadata/tiff/full-pages.ts'
import type { TiffPage } from '../../../metadata/tiff/read-tiff-pages.ts'

/** Tag 259 of JPEG as TIFF 6.0 first had it. Its supplement of 1995 took it back, and decoders gave it up. */
const OLD_JPEG = 6

/**
 * The page of a TIFF that is its picture: the largest one that is no smaller copy and no mask, the first of several.
 * Scanners and editors put a small copy in front. undefined where every page is a copy, or none could be read.
 * @throws Fault `unsupported` for what no decoder takes
 */
export function chooseTiffPage(pages: readonly TiffPage[]): TiffPage | undefined {
  const area = ({ width, height }: TiffPage): number => width * height
  const [largest] = fullPages(pages).toSorted((one, other) => area(other) - area(one))
  if (largest?.compression === OLD_JPEG) {
    throw new Fault(
      'unsupported',
      'The file is a TIFF with JPEG compression of the old kind (6), which no decoder here reads; save it as a TIFF ' +
        'with LZW or Deflate compression, or as a JPEG.',
    )
  }
  return largest
}
