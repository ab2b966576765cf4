import { expect, test } from 'vitest'
import { createCachedSecret } from '../../functions/cached-secret.ts'

/** A secret that has another value each time it is asked for. */
function open() {
  const asked: object[] = []
  let now = 1_000
  const send = async ({ input }: { input: object }) => {
    asked.push(input)
    return asked.length === 3 ? {} : { SecretString: `value ${asked.length}` }
  }
  const secret = createCachedSecret({ send } as never, {
    id: 'secret',
    parse: (text) => `<${text}>`,
    now: () => now,
  })
  const at = (ms: number) => {
    now = 1_000 + ms
    return secret
  }
  return { asked, at }
}

test('a secret is read again after five minutes, and refreshed after ten seconds', async () => {
  const { asked, at } = open()
  expect(await at(0).read()).toBe('<value 1>')
  expect(await at(299_999).read()).toBe('<value 1>')
  expect(await at(300_000).read()).toBe('<value 2>')
  expect(await at(309_999).refresh()).toBe('<value 2>')
  expect(await at(310_000).refresh()).toBe('<>')
  expect(await at(310_001).read()).toBe('<>')
  expect(asked).toEqual(Array(3).fill({ SecretId: 'secret' }))
})
