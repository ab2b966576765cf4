import { encodedValue, type Tag } from '../tiff/tiff-tags.ts'
import { KEPT, type SafeMetadata } from './safe-metadata.ts'

/** The tags of what is kept, of one directory. */
export function entriesOf(safe: SafeMetadata, name: keyof SafeMetadata): Tag[] {
  return Object.entries(KEPT[name]).flatMap(([tag, [field, kind]]) => {
    const given = safe[name][field]
    return given === undefined ? [] : [{ tag: Number(tag), ...encodedValue(given, kind) }]
  })
}
