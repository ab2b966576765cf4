import { dirname } from 'node:path/posix'

/** The folder of a source without `files/` or `drop/<recipe>/`: where its results lie among those of its batch. */
export function sourceFolder(key: string): string {
  return dirname(key.replace(/^(files|drop\/[^/]+)\//, ''))
}
