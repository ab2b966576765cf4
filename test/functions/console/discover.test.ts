import { expect, test } from 'vitest'
import { discover } from '../../../functions/console/sign-in-elsewhere/discover.ts'

const ISSUER = 'https://id.example/realm/'
const DESCRIPTION = {
  issuer: ISSUER,
  authorization_endpoint: 'https://id.example/authorize',
  token_endpoint: 'https://id.example/token',
  jwks_uri: 'https://id.example/keys',
}

/** What is found of the issuer where its address answers with this, and where that was. */
async function found(told: object, status = 200) {
  const asked: string[] = []
  const description = await discover(ISSUER, async (url) => {
    asked.push(url)
    return { status, headers: {}, bytes: Buffer.from(JSON.stringify(told)) } as never
  })
  return { description, asked }
}

test('a provider describes itself below its issuer', async () => {
  expect(await found(DESCRIPTION)).toEqual({
    description: DESCRIPTION,
    asked: ['https://id.example/realm/.well-known/openid-configuration'],
  })
})

test.each([
  ['another issuer', { ...DESCRIPTION, issuer: 'https://id.example/other' }],
  ['an issuer without its last slash', { ...DESCRIPTION, issuer: 'https://id.example/realm' }],
  ['no keys', { ...DESCRIPTION, jwks_uri: undefined }],
])('a description of %s is not taken', async (_, told) => {
  await expect(found(told)).rejects.toMatchObject({
    code: 'SignInRefused',
    message: 'The provider’s own description is not that of its issuer.',
  })
})

test('an answer that is none says so', async () => {
  await expect(found(DESCRIPTION, 404)).rejects.toMatchObject({
    code: 'SignInRefused',
    cause: new Error('It answered 404.'),
  })
})
