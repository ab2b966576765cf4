import { expect, test } from 'vitest'
import { parseJsonObject } from '../../../../../functions/service/api/routes/parse-json-object.ts'

test('a body is UTF-8: no byte is replaced', () => {
  const body = (...text: number[]) => Buffer.from([...Buffer.from('{"a":"'), ...text, 0x22, 0x7d])
  expect(parseJsonObject(body(0xc3, 0xa4))).toEqual({ a: 'ä' })
  expect(() => parseJsonObject(body(0xc3))).toThrow('not a JSON object')
})
