import { expect, test } from 'vitest'
import type { SignedFiles } from '../../../../functions/service/core/ports/signed-files.ts'
import { readInputs } from '../../../../functions/service/work-segments/read-shared.ts'

/** The inputs of a task, where nothing is behind these URLs any more. */
async function inputs(gone: string[] = [], answer = 'absent') {
  const files = {
    get: async (url: string) => (gone.includes(url) ? answer : Uint8Array.of(url.length)),
    download: async (url: string, path: string) =>
      gone.includes(url) ? answer : path.endsWith('src') ? 'written' : 'too large',
  } as unknown as SignedFiles
  const task = { feature: 'bg-replace-vid' } as never
  const signal = AbortSignal.timeout(60_000)
  return await readInputs(
    { task, inputs: { src: 'video', ref: 'picture' } },
    '/tmp/x',
    files,
    signal,
  )
}

test('a video is read into the folder, a picture into memory', async () => {
  expect(await inputs()).toEqual({ src: { path: '/tmp/x/src' }, ref: Uint8Array.of(7) })
})

test.each([[['video']], [['picture']], [['video', 'picture']]])(
  'there are no inputs where %j is gone',
  async (gone) => {
    expect(await inputs(gone)).toBeUndefined()
    expect(await inputs(gone, 'too large')).toBeUndefined()
  },
)
