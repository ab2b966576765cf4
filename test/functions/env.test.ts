import { afterEach, expect, test, vi } from 'vitest'
import { env, optionalEnv } from '../../functions/env.ts'

afterEach(() => vi.unstubAllEnvs())

test('a variable is read, and a missing one is named', () => {
  vi.stubEnv('DARKROOM_TEST', 'value')
  vi.stubEnv('DARKROOM_EMPTY', '')
  expect(env('DARKROOM_TEST')).toBe('value')
  expect(() => env('DARKROOM_EMPTY')).toThrow('DARKROOM_EMPTY')
  expect(() => env('DARKROOM_ABSENT')).toThrow('DARKROOM_ABSENT')
  expect(optionalEnv('DARKROOM_EMPTY')).toBeUndefined()
})
