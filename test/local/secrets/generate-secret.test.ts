import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { GenerateSecret, generateSecret } from '../../../local/secrets/generate-secret.ts'
import { openSecretFile } from '../../../local/secrets/secret-file.ts'

test('a generated secret has the requested length and characters', () => {
  const plan = GenerateSecret.parse({
    PasswordLength: 400,
    ExcludePunctuation: true,
    ExcludeCharacters: 'abc',
    ExcludeUppercase: true,
  })
  const secret = generateSecret(plan)
  expect(secret).toMatch(/^[d-z0-9]{400}$/)
  expect(generateSecret(plan)).not.toBe(secret)
})

test('a template keeps its keys', () => {
  const plan = GenerateSecret.parse({
    SecretStringTemplate: '{"user":"me"}',
    GenerateStringKey: 'word',
    PasswordLength: 8,
  })
  expect(JSON.parse(generateSecret(plan))).toEqual({
    user: 'me',
    word: expect.stringMatching(/^.{8}$/s),
  })
})

test('only the owner can read the secrets, and an existing one is never generated again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'secrets.json')
  const arn = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:key-abc123'
  openSecretFile(path).ensure('key', arn, () => 'first')
  const again = openSecretFile(path)
  again.ensure('key', arn, () => 'second')
  expect(again.find(arn.slice(0, -7))?.text).toBe('first')
  expect(statSync(path).mode & 0o777).toBe(0o600)
})
