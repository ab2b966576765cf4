import { sniffFormat } from '../../../catalog/files/sniff-format.ts'
import type { DropFile } from './drop-file.ts'

/** Bytes that tell what a file is. */
const HEAD = 512
const READ_AT_ONCE = 16

/** Reads what each file is by its first bytes; one that cannot be read is of no known kind. */
export async function sniffFiles(files: readonly DropFile[]): Promise<void> {
  const left = [...files].reverse()
  const lane = async (): Promise<void> => {
    for (let one = left.pop(); one; one = left.pop()) {
      const head = await one.file
        .slice(0, HEAD)
        .arrayBuffer()
        .catch(() => undefined)
      const kind = head && sniffFormat(new Uint8Array(head))
      if (kind) one.kind = kind
    }
  }
  await Promise.all(Array.from({ length: READ_AT_ONCE }, lane))
}
