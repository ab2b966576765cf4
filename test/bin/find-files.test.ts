import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findFiles } from '../../bin/drop/find-files.ts'

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0])

/** A folder with these files, which is removed after the test. */
function folderWith(files: Record<string, Buffer | string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-find-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}

test('a folder keeps its own name and the paths below it, without what cannot be developed', async () => {
  const folder = folderWith({
    'wedding/a.jpg': JPEG,
    'wedding/church/b é.jpg': JPEG,
    'wedding/notes.txt': 'notes',
    'wedding/empty.jpg': '',
    'wedding/.cache/c.jpg': JPEG,
    'wedding/.hidden': JPEG,
  })
  const { files, left } = await findFiles([join(folder, 'wedding')])
  expect(files.map(({ name, size }) => [name, size])).toEqual([
    ['wedding/a.jpg', 4],
    ['wedding/church/b é.jpg', 4],
  ])
  expect(left.map(({ path, why }) => [path.slice(folder.length + 1), why])).toEqual([
    ['wedding/empty.jpg', 'is empty'],
    ['wedding/notes.txt', 'is no picture or video'],
  ])
})

test('what is found is told by its bytes to be a picture or a video, what is named is not looked into', async () => {
  const mp4 = Buffer.from('\0\0\0\x18ftypisom', 'latin1')
  const folder = folderWith({ 'shoot/a.jpg': JPEG, 'shoot/b.jpg': mp4 })
  const videosOf = async (...names: string[]) =>
    (await findFiles(names.map((name) => join(folder, name)))).files.map(({ video }) => video)
  expect(await videosOf('shoot')).toEqual([false, true])
  expect(await videosOf('shoot/a.jpg', 'shoot/b.jpg')).toEqual([undefined, undefined])
})

test('files of several folders keep what tells them apart, and are found once', async () => {
  const folder = folderWith({ 'a/x.jpg': JPEG, 'b/x.jpg': JPEG })
  const paths = ['a/x.jpg', 'b/x.jpg', 'a/x.jpg'].map((path) => join(folder, path))
  expect((await findFiles(paths)).files.map(({ name }) => name)).toEqual(['a/x.jpg', 'b/x.jpg'])
  const [first = ''] = paths
  expect((await findFiles([first])).files.map(({ name }) => name)).toEqual(['x.jpg'])
})

test('a pattern that the shell left alone is expanded', async () => {
  const folder = folderWith({ 'a/x.jpg': JPEG, 'a/b/y.jpg': JPEG, 'a/z.txt': 'z' })
  const { files } = await findFiles([join(folder, '**/*.jpg')])
  expect(files.map(({ name }) => name)).toEqual(['b/y.jpg', 'x.jpg'])
})

test('what names nothing is refused by name', async () => {
  const folder = folderWith({ 'empty.jpg': '', 'none/.hidden': JPEG })
  await expect(findFiles([join(folder, 'gone.jpg')])).rejects.toThrow('gone.jpg does not exist.')
  await expect(findFiles([join(folder, 'none')])).rejects.toThrow('none holds no files.')
  await expect(findFiles([join(folder, 'empty.jpg')])).rejects.toThrow('empty.jpg is empty.')
})

test('links are followed to files, and one that leads to none is named', async () => {
  const folder = folderWith({ 'a/x.jpg': JPEG, 'shoot/y.jpg': JPEG })
  const link = (to: string, name: string) => symlinkSync(to, join(folder, 'shoot', name))
  link(join(folder, 'a/x.jpg'), 'linked.jpg')
  link(join(folder, 'gone.jpg'), 'dead.jpg')
  link(join(folder, 'shoot/loop.jpg'), 'loop.jpg')
  link(join(folder, 'a'), 'folder')
  link(join(folder, 'gone.jpg'), '.hidden.jpg')
  for (const operand of ['shoot', 'shoot/*']) {
    const { files, left } = await findFiles([join(folder, operand)])
    const within = operand === 'shoot' ? 'shoot/' : ''
    const found = files.map(({ name }) => name)
    expect(found, operand).toEqual(
      expect.arrayContaining([`${within}linked.jpg`, `${within}y.jpg`]),
    )
    const dead = left.map(({ path, why }) => [path.slice(folder.length + 1), why])
    expect(dead, operand).toEqual(
      expect.arrayContaining([
        ['shoot/dead.jpg', 'is a link to nothing'],
        ['shoot/loop.jpg', 'is a link to nothing'],
      ]),
    )
  }
  const { left } = await findFiles([join(folder, 'shoot')])
  expect(left.map(({ path, why }) => [path.slice(folder.length + 7), why])).toEqual([
    ['dead.jpg', 'is a link to nothing'],
    ['folder', 'is a link to a folder'],
    ['loop.jpg', 'is a link to nothing'],
  ])
  await expect(findFiles([join(folder, 'shoot/dead.jpg')])).rejects.toThrow(
    'dead.jpg is a link to nothing.',
  )
})

test.each(['list.json', 'list.csv', 'list.jsonl', 'list.NDJSON'])(
  '%s is for batches',
  async (name) => {
    const folder = folderWith({ [name]: '{"key":"files/a.jpg"}' })
    await expect(findFiles([join(folder, name)])).rejects.toThrow(
      'is a list, not a picture or video',
    )
  },
)
