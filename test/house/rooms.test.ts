import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../lib/project-root.ts'

/** What a file imports of ours, types too. */
const IMPORTED = /\b(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g

type Import = { from: string; to: string }

/** The imports among the files of a folder, as paths from it. */
function importsWithin(folder: string): Import[] {
  const root = join(PROJECT_ROOT, folder)
  return globSync('**/*.{ts,tsx}', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(IMPORTED)]
      .map(([, path]) => relative(root, join(root, dirname(file), path!)))
      .filter((to) => !to.startsWith('..'))
      .map((to) => ({ from: file, to })),
  )
}

/** The room of a file: the first folder of its path, or none. */
function roomOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : ''
}

/** One way from a room back to itself by the rooms that it imports, or undefined. */
function findCircle(next: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const cleared = new Set<string>()
  const search = (room: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(room)) return [...path.slice(path.indexOf(room)), room]
    if (cleared.has(room)) return undefined
    for (const other of next.get(room) ?? []) {
      const found = search(other, [...path, room])
      if (found) return found
    }
    cleared.add(room)
    return undefined
  }
  for (const room of next.keys()) {
    const found = search(room, [])
    if (found) return found
  }
  return undefined
}

test.each([
  'bin',
  'catalog',
  'catalog/recipe',
  'engine',
  'functions',
  'functions/console',
  'functions/operate',
  'functions/pipeline',
  'functions/pipeline/core',
  'functions/service',
  'functions/service/core',
  'lib',
  'local',
  'metadata',
  'web/camera',
  'web/console',
])('no room of %s imports one that imports it', (folder) => {
  const between = importsWithin(folder).filter(({ from, to }) => roomOf(from) !== roomOf(to))
  expect(between.length).toBeGreaterThan(0)
  // Files beside the rooms, such as lists of them, may be read by rooms and read rooms: biome finds circles of files.
  const inRooms = between.filter(({ from, to }) => roomOf(from) !== '' && roomOf(to) !== '')
  const next = new Map<string, Set<string>>()
  for (const { from, to } of inRooms) {
    next.set(roomOf(from), (next.get(roomOf(from)) ?? new Set()).add(roomOf(to)))
  }
  expect(findCircle(next)).toBeUndefined()
})

test.each(['functions/pipeline', 'functions/service'])(
  'a folder of %s is a function with a handler, or what several share',
  (folder) => {
    const folders = new Set(
      globSync('*/*.ts', { cwd: join(PROJECT_ROOT, folder) }).map((file) => dirname(file)),
    )
    folders.delete('core')
    const handlers = globSync('*/handler.ts', { cwd: join(PROJECT_ROOT, folder) }).map(dirname)
    expect([...folders].sort()).toEqual(handlers.sort())
    const strange = importsWithin(folder).filter(
      ({ from, to }) => roomOf(to) !== '' && roomOf(to) !== 'core' && roomOf(to) !== roomOf(from),
    )
    expect(strange).toEqual([])
  },
)
