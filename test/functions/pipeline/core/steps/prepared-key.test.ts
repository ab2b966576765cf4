import { expect, test } from 'vitest'
import type { Prepared } from '../../../../../functions/pipeline/core/ports/prepared.ts'
import {
  preparedKey,
  sourceField,
} from '../../../../../functions/pipeline/core/steps/resolve-source.ts'

const PREPARED = { step: 1, key: 'prepared/job-1/1.jpg', preparation: null, restores: false }

test.each([
  [PREPARED, 1, PREPARED.key],
  [PREPARED, 0, undefined],
  [{ ...PREPARED, key: null }, 1, undefined],
  [null, 1, undefined],
  [undefined, 0, undefined],
])('of %j the step %i has the picture %s', (prepared, step, key) => {
  expect(preparedKey(prepared as Prepared | null | undefined, step)).toBe(key)
})

test('a source is named by its id or its address', () => {
  expect(sourceField({ id: 'file-1' } as never)).toEqual({ src_file_id: 'file-1' })
  expect(sourceField({ url: 'https://a.example' } as never)).toEqual({
    src_file_url: 'https://a.example',
  })
})
