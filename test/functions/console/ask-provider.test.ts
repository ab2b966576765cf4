import { expect, test } from 'vitest'
import { askProvider } from '../../../functions/console/sign-in-elsewhere/ask-provider.ts'

test('a provider is asked for little and not for long, and told by a form', async () => {
  const asked: unknown[] = []
  const ask = askProvider(async (...given) => {
    asked.push(given)
    return {} as never
  })
  await ask('https://id.example/keys')
  await ask('https://id.example/token', { fields: { code: 'a b', x: '1' }, headers: { h: 'v' } })
  const bounds = { maxBytes: 262_144, timeoutMs: 8_000 }
  const json = { accept: 'application/json' }
  expect(asked).toEqual([
    ['https://id.example/keys', { ...bounds, headers: json }],
    [
      'https://id.example/token',
      {
        ...bounds,
        method: 'POST',
        body: Buffer.from('code=a+b&x=1'),
        headers: { ...json, 'content-type': 'application/x-www-form-urlencoded', h: 'v' },
      },
    ],
  ])
})
