import { UsernameExistsException } from '@aws-sdk/client-cognito-identity-provider'
import { expect, test } from 'vitest'
import { findFeature } from '../../../../catalog/features/features.ts'
import { counted } from '../../../../functions/operate/counted.ts'
import { invitePerson } from '../../../../functions/operate/people/invite-person.ts'
import { judgeTry, tryProblems } from '../../../../functions/operate/tries/judge-try.ts'
import { tryRequest } from '../../../../functions/operate/tries/try-request.ts'
import { scripted } from '../scripted.ts'

const reshape = findFeature('body-reshape')!
const video = findFeature('bg-replace-vid')!
const PARAMETERS = { features: { slim: 1 } }
const FILES = { src: ['id-1'] }
const JPEG = { role: 'src', name: 'a.jpg', contentType: 'image/jpeg', size: 1 }

test('a request names files by id, one or a list, and whom where one of several is meant', () => {
  expect(
    tryRequest(reshape, { parameters: PARAMETERS, files: { ...FILES, ref: ['x'], msk: [] } }),
  ).toEqual({
    version: '1.0',
    ...PARAMETERS,
    src_file_id: 'id-1',
    index: 0,
  })
  const earring = findFeature('2d-vto/earring')!
  const files = { src: ['a', 'b'], ref: ['c', 'd'], srcmsk: [] }
  const asked = tryRequest(earring, { parameters: {}, files, index: 3 })
  expect(asked).toMatchObject({ src_file_id: 'a', ref_file_ids: ['c', 'd'] })
  expect(asked).not.toHaveProperty('srcmsk_file_id')
  expect(tryRequest(reshape, { parameters: {}, files: {}, index: 3 })).toMatchObject({ index: 3 })
  expect(tryRequest(video, { parameters: {}, files: {} })).not.toHaveProperty('index')
})

function judge(change: { parameters?: object; files?: object[]; offer?: object | undefined } = {}) {
  const { parameters = PARAMETERS, files, offer } = change
  const tried = { parameters, files: FILES } as never
  try {
    return judgeTry(reshape, tried, {
      ...(files && { files: files as never }),
      offer: offer as never,
    })
  } catch (error) {
    return (error as Error).message
  }
}

test('a try is judged by what the service carries out, its files and its parameters', () => {
  expect(judge()).toEqual({ least: 1, most: 1 })
  expect(judge({ offer: { features: ['body-reshape'] } })).toEqual({ least: 1, most: 1 })
  expect(judge({ offer: { features: ['face-lift', 'face-swap'] } })).toBe(
    'The service does not carry body-reshape out; it has face-lift, face-swap.',
  )
  expect(judge({ parameters: { features: { slim: 101 } } })).toMatch(/^features\.slim is above/)
  expect(judge({ files: [JPEG] })).toEqual({ least: 1, most: 1 })
})

test.each([
  [{ role: 'ref' }, 'body-reshape takes no ref; it takes src.'],
  [{ contentType: 'image/gif' }, 'src: a.jpg is image/gif, not image/jpeg or image/png.'],
  [{ contentType: '' }, 'src: a.jpg is of no known type, not image/jpeg or image/png.'],
  [{ size: 0 }, 'src: a.jpg is empty.'],
  [{ size: 10_000_000 }, 'src: a.jpg has 10000000 bytes; it must have fewer than 10000000.'],
  [{ size: 9_999_999 }, undefined],
])('a file with %j: %s', (change, words) => {
  const problems = tryProblems(reshape, PARAMETERS, [{ ...JPEG, ...change }])
  expect(problems).toEqual(
    words === undefined ? [] : [{ path: ['files', { ...JPEG, ...change }.role], words }],
  )
})

test.each([
  ['video/mp4', undefined],
  ['video/quicktime', 'src: a.jpg is video/quicktime, not video/mp4.'],
])('a video of type %s', (contentType, words) => {
  const [problem] = tryProblems(video, {}, [{ ...JPEG, contentType }])
  expect(problem?.words).toBe(words)
})

test('an index beside the parameters is none of them', () => {
  expect(tryProblems(reshape, { ...PARAMETERS, index: 7 })).toEqual([])
  expect(tryProblems(reshape, { features: { slin: 1 } })[0]).toEqual({
    path: ['parameters', 'features', 'slin'],
    words: 'features.slin is not a field of this object. Did you mean slim?',
  })
})

/** A user pool in which somebody has this state and these groups. */
function invite(state: string | undefined, groups: string[] = []) {
  const exists = new UsernameExistsException({ $metadata: {}, message: '' })
  const { client, asked } = scripted({
    AdminCreateUser: ({ MessageAction }: { MessageAction?: string }) => {
      if (state !== undefined && MessageAction === undefined) throw exists
    },
    AdminGetUser: () => ({ UserStatus: state }),
    AdminListGroupsForUser: () => ({ Groups: groups.map((GroupName) => ({ GroupName })) }),
  })
  const invitation = { email: 'a@b', role: 'viewer' as never, poolId: 'p' }
  return invitePerson(invitation, { cognito: client }).then((outcome) => ({
    outcome,
    names: asked.map(([name]) => name),
    asked,
  }))
}

test('who is new is sent a password by mail, and has one role', async () => {
  const { outcome, asked } = await invite(undefined)
  expect(outcome).toBe('invited')
  const person = { UserPoolId: 'p', Username: 'a@b' }
  expect(asked).toEqual([
    [
      'AdminCreateUser',
      {
        ...person,
        DesiredDeliveryMediums: ['EMAIL'],
        UserAttributes: [
          { Name: 'email', Value: 'a@b' },
          { Name: 'email_verified', Value: 'true' },
        ],
      },
    ],
    ['AdminAddUserToGroup', { ...person, GroupName: 'viewer' }],
  ])
})

test('who never signed in is sent another, and whoever did keeps theirs; the role is changed', async () => {
  const remembered = await invite('FORCE_CHANGE_PASSWORD')
  expect(remembered.outcome).toBe('remembered')
  expect(remembered.asked[2]?.[1]).toMatchObject({ MessageAction: 'RESEND' })
  const known = await invite('CONFIRMED', ['viewer', 'operator', 'stranger'])
  expect(known.outcome).toBe('known')
  expect(known.names.filter((name) => name === 'AdminCreateUser')).toHaveLength(1)
  const removed = known.asked.filter(([name]) => name === 'AdminRemoveUserFromGroup')
  expect(removed.map(([, input]) => input['GroupName'])).toEqual(['operator'])
})

test('another refusal of the user pool is thrown', async () => {
  const { client } = scripted({ AdminCreateUser: () => Promise.reject(new Error('Away.')) })
  const invitation = { email: 'a@b', role: 'viewer' as never, poolId: 'p' }
  await expect(invitePerson(invitation, { cognito: client })).rejects.toThrow('Away.')
})

test('what is counted has its word', () => {
  expect([0, 1, 2].map((count) => counted(count, 'job'))).toEqual(['0 jobs', '1 job', '2 jobs'])
  expect(counted(2, 'batch', 'batches')).toBe('2 batches')
})

test('a try that only a generator can carry out is refused where the service has none', () => {
  const replace = findFeature('obj-replace')!
  const ask = (prompt: string, generator?: object) => {
    const offer = { features: ['obj-replace'], generator } as never
    const tried = { parameters: { prompt }, files: { src: ['a'], msk: ['b'] } }
    return judgeTry(replace, tried as never, { offer })
  }
  expect(() => ask('a sleeping cat')).toThrow(
    expect.objectContaining({
      code: 'InvalidParameters',
      message: expect.stringMatching(/^prompt asks for what only a generator can invent/),
    }),
  )
  expect(ask('a sleeping cat', { name: 'g', abilities: ['fill'] })).toEqual(ask('remove'))
})
