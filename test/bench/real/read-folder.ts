import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One photograph of the folder. */
export type Photo = {
  /** Its path in the folder: the folder's part is its kind, `people/p001.jpg`. */
  file: string
  kind: string
  /** What is known of it: `earring`, `neck`; nothing where nobody wrote it down. */
  words: readonly string[]
}

/** Half of the photographs are for tuning, the other half for judging what was tuned. */
export type Split = 'all' | 'tune' | 'judge'

/**
 * Reads the list of a folder of photographs: `index.tsv` has a line a file, `kinds.tsv`, where there is one, the words
 * that are known of it. Masks belong to their picture and are not listed.
 */
export function readFolder(folder: string, split: Split): Photo[] {
  const words = new Map(
    rowsOf(join(folder, 'kinds.tsv')).map(([file, known = '']) => [file, known.split(' ')]),
  )
  const photos = rowsOf(join(folder, 'index.tsv'))
    .map(([file = '']) => ({ file, kind: file.split('/')[0]!, words: words.get(file) ?? [] }))
    .filter(({ file }) => !/_mask\.png$/.test(file) && existsSync(join(folder, file)))
  if (split === 'all') return photos
  // Every second one of each sort, in an order that their names do not tell.
  return [...Map.groupBy(photos, ({ kind, words: known }) => [kind, ...known].join(' ')).values()]
    .flatMap((alike) => alike.toSorted((a, b) => hashOf(a).localeCompare(hashOf(b))))
    .filter((_, n) => n % 2 === (split === 'tune' ? 0 : 1))
}

function rowsOf(path: string): string[][] {
  if (!existsSync(path)) return []
  const [, ...lines] = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => line.split('\t'))
}

function hashOf({ file }: Photo): string {
  return createHash('sha256').update(file).digest('hex')
}
