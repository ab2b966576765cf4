import { type KeptMetadata, keptMetadata } from '../../../metadata/exif/kept-metadata.ts'
import type { Tag } from '../../../metadata/tiff/tiff-tags.ts'

/** All that stands in an EXIF block or TIFF beside what is about its pixels: values by the numbers of their tags. */
export function keptInWords(exif: Buffer): Record<keyof KeptMetadata, Record<number, string>> {
  const { picture, exposure, place } = keptMetadata(exif, 'keep')
  const words = (tags: readonly Tag[]) =>
    Object.fromEntries(tags.map((tag) => [tag.tag, inWords(tag)]))
  return { picture: words(picture), exposure: words(exposure), place: words(place) }
}

function inWords(tag: Tag): string {
  if ('entry' in tag) throw new Error('An entry has no value of its own.')
  const { type, value } = tag
  if (type === 2) return value.toString('utf8').replace(/\0.*$/s, '')
  if (type === 3) return String(value.readUInt16LE())
  if (type === 5) return `${value.readUInt32LE()}/${value.readUInt32LE(4)}`
  return value.toString('hex')
}
