import { expect } from 'vitest'
import type { ServiceResponse } from './ask.ts'

/** What only a stack trace or a library's own words would hold. */
export const TRACE =
  /\n\s+at |\.ts:\d|node_modules|node:internal|Zod|TypeError|undefined is not|\/work\//

/** A refusal in the papers' form, that shows nothing of what is inside. */
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
