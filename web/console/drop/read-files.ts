import { sniffFormat } from '../../../catalog/files/sniff-format.ts'
import type { DropFile } from './drop-file.ts'
import { type SliceClock, slices } from './slices.ts'

/** Bytes that tell what a file is. */
const HEAD = 512
const READ_AT_ONCE = 16

/**
 * Reads how large each file is, when it was changed, and what it is by its first bytes; one that cannot be read is of
 * no known kind. The page has its turn in between: of a file that was chosen in a folder each of these waits for the
 * disk.
 */
export async function readFiles(
  files: readonly DropFile[],
  seen: (count: number) => void = () => {},
  clock?: SliceClock,
): Promise<void> {
  const left = [...files].reverse()
  const turn = slices({ ...clock, before: () => seen(files.length - left.length) })
  const lane = async (): Promise<void> => {
    for (let one = left.pop(); one; one = left.pop()) {
      const file = one
      const head = await turn(() => readHead(file))
      const kind = head && sniffFormat(new Uint8Array(head))
      if (kind) one.kind = kind
    }
  }
  await Promise.all(Array.from({ length: READ_AT_ONCE }, lane))
}

async function readHead(one: DropFile): Promise<ArrayBuffer | undefined> {
  one.size = one.file.size
  one.modified = one.file.lastModified
  try {
    return await one.file.slice(0, HEAD).arrayBuffer()
  } catch {
    return undefined
  }
}
