import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { signInByLink } from '../../../functions/console/sign-in/sign-in-by-link.ts'

const SECRET = 'a'.repeat(32)
const sha256 = createHash('sha256').update(SECRET).digest('hex')

/** A sign-in when an address has tried, and its link opened a session, so many times. */
async function signIn(tried: number, opened: number, secret = SECRET) {
  const counted: unknown[] = []
  const sessions = {
    count: async (name: string, seconds: number) => {
      counted.push([name, seconds])
      return name.startsWith('sign-in#') ? tried : opened
    },
    open: async (session: object) => JSON.stringify(session),
  } as never
  const secrets = [
    { sha256, role: 'admin' as const },
    { sha256: 'b'.repeat(64), role: 'viewer' as const },
  ]
  const id = await signInByLink({ secret, ip: '192.0.2.1' }, { sessions, secrets })
  return { id, counted }
}

test('a link opens fifty sessions, and an address tries twenty times in ten minutes', async () => {
  const { id, counted } = await signIn(20, 50)
  expect(JSON.parse(id)).toEqual({ role: 'admin', who: 'local' })
  expect(counted).toEqual([
    ['sign-in#192.0.2.1', 600],
    [`link#${sha256.slice(0, 16)}`, 30 * 86_400],
  ])
  await expect(signIn(21, 1)).rejects.toMatchObject({ code: 'TooManyRequests' })
  await expect(signIn(1, 51)).rejects.toThrow('This link is used up.')
})

test('a secret of no link of this run is refused', async () => {
  await expect(signIn(1, 1, 'c')).rejects.toThrow('This link is of another run.')
})
