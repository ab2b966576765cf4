import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PerformRequest } from '../../../engine/perform.ts'
import { withParameters, withReferences } from './asked-tasks.ts'

function task(src: number, ref: number, params: PerformRequest['params']): PerformRequest {
  const files = { src: Uint8Array.of(src), ref: [Uint8Array.of(ref)] }
  return { feature: '2d-vto/necklace', stage: 'effect', params, files }
}

const ASKED = [task(1, 1, { a: 1 }), task(1, 1, { a: 2 }), task(1, 2, {}), task(2, 1, {})]

test('each file is asked for once, with each of the given parameters', () => {
  const asked = withParameters(ASKED, [{ b: 1 }, { b: 2 }])
  const shown = asked.map(({ params, files }) => [params['b'], files['src'], files['ref']])
  const first = Uint8Array.of(1)
  const second = Uint8Array.of(2)
  expect(shown).toEqual(
    [
      [first, [first]],
      [first, [second]],
      [second, [first]],
    ].flatMap((files) => [
      [1, ...files],
      [2, ...files],
    ]),
  )
})

test('the pictures of a folder are worn in turn', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'worn-'))
  try {
    await writeFile(join(folder, 'b.png'), Uint8Array.of(8))
    await writeFile(join(folder, 'a.jpg'), Uint8Array.of(7))
    await writeFile(join(folder, 'words.txt'), 'none')
    const asked = await withReferences(ASKED.slice(1), folder)
    expect(asked.map(({ files }) => files['ref'])).toEqual(
      [7, 8, 7].map((byte) => [new Uint8Array([byte])]),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})
