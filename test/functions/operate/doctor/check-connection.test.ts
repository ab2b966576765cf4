import { GetSecretValueCommand, ResourceNotFoundException } from '@aws-sdk/client-secrets-manager'
import { expect, test } from 'vitest'
import { checkConnection } from '../../../../functions/operate/doctor/check-connection.ts'
import { mockSite, NOW, said, siteWith } from './site.ts'

const { secrets } = mockSite()

const DAY = 86_400_000

const HOOK = 'https://hooks.example/webhook'
const RECORD = { active: true, account: 'acme' }

/** A service that knows the key by this record, with units and endpoints of its account. */
function serviceWith(record: object | undefined, units: number[], endpoints: object[]) {
  const seen: unknown[] = []
  const service = {
    keys: { get: async () => record },
    units: {
      usableGrants: async (...given: unknown[]) => {
        seen.push(given)
        return units.map((remaining) => ({ remaining }))
      },
    },
    webhooks: { endpoints: async () => endpoints },
  }
  return { seen, site: siteWith({ service: service as never }) }
}

test('a key that the service takes, units and an endpoint are all that is needed', async () => {
  const endpoints = [
    { url: 'https://other', active: false },
    { url: HOOK, active: true },
  ]
  const { site, seen } = serviceWith({ ...RECORD, expiresAt: NOW / 1000 + 1 }, [1, 2], endpoints)
  expect(said(await checkConnection(site))).toEqual([
    'ok: The pipeline has a key of the service.',
    'ok: The account acme has 3 units left.',
    'ok: The service tells the pipeline of ended tasks.',
  ])
  expect(seen).toEqual([['acme', NOW / 1000]])
  expect(said(await checkConnection(siteWith()))).toHaveLength(1)
})

test.each([
  [undefined, 'is not known to the service'],
  [{ ...RECORD, active: false }, 'is switched off'],
  [{ ...RECORD, expiresAt: NOW / 1000 }, 'has expired'],
])('a key of %j is a problem', async (record, why) => {
  expect(said(await checkConnection(serviceWith(record, [], []).site)).slice(1)).toEqual([
    `problem: The key of the secret ${why}.`,
  ])
})

test('what an account lacks is told, with what helps', async () => {
  const none = await checkConnection(serviceWith(RECORD, [], []).site)
  expect(none.slice(1).map(({ level, todo }) => [level, todo])).toEqual([
    ['problem', 'Run `darkroom units grant acme <number>`.'],
    ['warning', 'Run `darkroom connect` again.'],
  ])
  const off = (more: object) => [{ id: 'ep', url: HOOK, active: false, ...more }]
  const silent = async (more: object) =>
    (await checkConnection(serviceWith(RECORD, [1], off(more)).site))[2]
  expect(await silent({ inactiveReason: 'gone' })).toMatchObject({
    says: 'The service has stopped telling the pipeline of ended tasks: gone.',
    todo: 'Run `darkroom webhooks enable acme ep`.',
  })
  expect((await silent({}))?.says).toMatch(/: switched off\.$/)
})

test('a secret with several keys names each, one without any is not connected, an old one is due', async () => {
  const webhookSecret = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
  const hold = (SecretString: string, days = 0) =>
    secrets
      .on(GetSecretValueCommand)
      .resolves({ SecretString, CreatedDate: new Date(NOW - days * DAY) })
  hold(JSON.stringify({ apiKeys: [{ key: 'a' }, { key: 'b' }], webhookSecret }))
  expect(said(await checkConnection(serviceWith(undefined, [], []).site)).slice(1)).toEqual(
    ['Key 1', 'Key 2'].map((name) => `problem: ${name} of the secret is not known to the service.`),
  )
  const key = JSON.stringify({ apiKey: 'a', webhookSecret })
  hold(key, 365.9)
  expect((await checkConnection(siteWith()))[0]?.level).toBe('ok')
  hold(key, 366)
  expect((await checkConnection(siteWith()))[0]?.says).toBe(
    'The key of the service was set 366 days ago.',
  )
  secrets.on(GetSecretValueCommand).resolves({ SecretString: key })
  expect((await checkConnection(siteWith()))[0]?.level).toBe('ok')
  const unconnected = [
    'problem: The pipeline is not connected: its secret holds no key of a service, so every job fails.',
  ]
  hold('{}')
  expect(said(await checkConnection(siteWith()))).toEqual(unconnected)
  secrets
    .on(GetSecretValueCommand)
    .rejects(new ResourceNotFoundException({ $metadata: {}, message: '' }))
  expect(said(await checkConnection(siteWith()))).toEqual(unconnected)
  secrets.on(GetSecretValueCommand).rejects(new Error('Away.'))
  await expect(checkConnection(siteWith())).rejects.toThrow('Away.')
})
