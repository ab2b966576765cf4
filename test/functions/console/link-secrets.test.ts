import { expect, test } from 'vitest'
import { parseLinkSecrets } from '../../../functions/console/sign-in/link-secrets.ts'

test('links are those of the environment, and none where nothing is said', () => {
  const links = [{ sha256: 'a'.repeat(64), role: 'admin' }]
  expect(parseLinkSecrets(JSON.stringify(links))).toEqual(links)
  expect(parseLinkSecrets(undefined)).toEqual([])
  expect(() => parseLinkSecrets('[{"sha256":"a","role":"king"}]')).toThrow('role')
})
