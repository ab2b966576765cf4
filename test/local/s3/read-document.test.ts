import { expect, test } from 'vitest'
import { readDocument, requireDocument } from '../../../local/s3/payload/read-document.ts'
import { callOf } from './call-of.ts'

/** A call whose body comes in these pieces. */
function sent(...pieces: (string | Buffer)[]) {
  return callOf({
    auth: { caller: {}, form: 'header', payload: { kind: 'plain' } } as never,
    headers: { 'content-length': String(pieces.reduce((sum, { length }) => sum + length, 0)) },
    openBody: async function* () {
      for (const piece of pieces) yield Buffer.from(piece)
    },
  })
}

const MALFORMED = { code: 'MalformedXML' }

test('a document has the root that is asked for, and is UTF-8', async () => {
  expect((await readDocument(sent('<Ta', 'g/>'), 'Tag'))?.name).toBe('Tag')
  await expect(readDocument(sent('<Tags/>'), 'Tag')).rejects.toMatchObject(MALFORMED)
  const latin = Buffer.from('<Tag>\xe9</Tag>', 'latin1')
  await expect(readDocument(sent(latin), 'Tag')).rejects.toMatchObject(MALFORMED)
})

test('an empty body is no document, and fails where one is required', async () => {
  expect(await readDocument(sent(), 'Tag')).toBeUndefined()
  await expect(requireDocument(sent(), 'Tag')).rejects.toMatchObject(MALFORMED)
})

test('a document is 8 MiB at most', async () => {
  const spaces = Buffer.alloc(8_388_608 - '<Tag/>'.length, ' ')
  expect((await readDocument(sent('<Tag/>', spaces), 'Tag'))?.name).toBe('Tag')
  await expect(readDocument(sent('<Tag/>', spaces, ' '), 'Tag')).rejects.toMatchObject(MALFORMED)
})
