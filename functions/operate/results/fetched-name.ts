import { basename, extname } from 'node:path/posix'
import { stemOf } from '../../../catalog/recipe/companions.ts'

/** Endings that name one format. */
const SAME: Readonly<Record<string, string>> = { '.jpeg': '.jpg', '.tiff': '.tif' }

/**
 * The file name of a result among results of other sources. It follows from the source alone, so that it does not
 * depend on what else is there or which job ends first: a result of its source's format has the source's name, one of
 * another format the source's whole name before its own ending (`IMG_1.HEIC.jpg`, beside `IMG_1.jpg`). Of several
 * results of a source each has its index before the ending. A name that the recipe gives (`output.name`) is
 * kept, and a source's way to write the ending with it (`.JPG`).
 * @param source key or path of the source, with slashes
 * @param result key of the result
 */
export function fetchedName(source: string, result: string): string {
  const [name, made] = [basename(source), basename(result)]
  const stem = stemOf(source)
  const [, index = '', ending = ''] = made.startsWith(stem)
    ? (/^(\.\d+)?(\.[A-Za-z0-9]+)?$/.exec(made.slice(stem.length)) ?? [undefined])
    : [undefined]
  const isDefault = made === `${stem}${index}${ending}`
  const own = extname(name)
  if (!isDefault) {
    const given = extname(made)
    return formatOf(own) === formatOf(given) ? `${basename(made, given)}${own}` : made
  }
  if (formatOf(own) !== formatOf(ending)) return `${name}${index}${ending}`
  return index === '' ? name : `${stem}${index}${own}`
}

function formatOf(ending: string): string {
  const lower = ending.toLowerCase()
  return SAME[lower] ?? lower
}
