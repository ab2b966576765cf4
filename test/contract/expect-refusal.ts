import { expect } from 'vitest'
import type { ServiceResponse } from './ask.ts'

/** What only a stack trace or a message of a library contains. */
export const TRACE =
  /\n\s+at |\.ts:\d|node_modules|node:internal|Zod|TypeError|undefined is not|\/work\//

/** Expects a refusal in the wire format that reveals nothing of the implementation. */
export function expectRefusal({ status, text, body }: ServiceResponse): void {
  expect(status, text).toBeGreaterThanOrEqual(400)
  expect(status, text).toBeLessThan(500)
  expect(text).not.toMatch(TRACE)
  expect(body).toEqual({
    status,
    error: expect.stringMatching(/./),
    error_code: expect.stringMatching(/^\w+$/),
  })
}
