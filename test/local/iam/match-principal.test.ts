import { expect, test } from 'vitest'
import type { Caller } from '../../../local/iam/caller.ts'
import { matchesPrincipal } from '../../../local/iam/match-principal.ts'

const ACCOUNT = '111122223333'
const ROLE_ARN = `arn:aws:iam::${ACCOUNT}:role/worker`
const SESSION_ARN = `arn:aws:sts::${ACCOUNT}:assumed-role/worker/session`
const role: Caller = { kind: 'role', roleArn: ROLE_ARN, sessionArn: SESSION_ARN }
const service: Caller = { kind: 'service', service: 'events.amazonaws.com' }

test.each([
  ['*', true, true],
  [{ AWS: ['*'] }, true, true],
  [{ AWS: [ROLE_ARN] }, true, false],
  [{ AWS: [SESSION_ARN] }, true, false],
  [{ AWS: [`${SESSION_ARN}s`] }, false, false],
  [{ AWS: [ACCOUNT] }, true, false],
  [{ AWS: ['999999999999'] }, false, false],
  [{ AWS: [`arn:aws:iam::${ACCOUNT}:root`] }, true, false],
  [{ AWS: [`arn:aws-cn:iam::${ACCOUNT}:root`] }, true, false],
  [{ AWS: [`arn:aws:iam::${ACCOUNT}:roots`] }, false, false],
  [{ AWS: [` arn:aws:iam::${ACCOUNT}:root`] }, false, false],
  [{ AWS: [`arn:aws:iam::${ACCOUNT}1:root`] }, false, false],
  [{ AWS: ['arn:aws:iam::999999999999:root'] }, false, false],
  [{ AWS: [`arn:aws:iam::${ACCOUNT}:role/other`, ROLE_ARN] }, true, false],
  [{ AWS: [`arn:aws:iam::${ACCOUNT}:role/*`] }, false, false],
  [{ Service: ['events.amazonaws.com'] }, false, true],
  [{ Service: ['sns.amazonaws.com'] }, false, false],
  [{ AWS: [ACCOUNT], Service: ['events.amazonaws.com'] }, true, true],
  [{}, false, false],
] as const)('%j names the role: %s, the service: %s', (principal, namesRole, namesService) => {
  expect(matchesPrincipal(principal as never, role)).toBe(namesRole)
  expect(matchesPrincipal(principal as never, service)).toBe(namesService)
})

test('a user is named by its own ARN, its account or everybody, and has no session', () => {
  const userArn = `arn:aws:iam::${ACCOUNT}:user/operator`
  const names = (one: string) =>
    matchesPrincipal({ AWS: [one] } as never, { kind: 'user', userArn })
  expect([userArn, ACCOUNT, '*', `arn:aws:iam::${ACCOUNT}:root`].map(names)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect([ROLE_ARN, SESSION_ARN, `${userArn}s`].map(names)).toEqual([false, false, false])
})
