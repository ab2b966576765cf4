import { expect, test } from 'vitest'
import { remedyFor } from '../../../../functions/operate/doctor/remedy-for.ts'

test.each([
  ['Renew the credentials', { name: 'ExpiredTokenException' }],
  ['Renew the credentials', { name: 'UnrecognizedClientException' }],
  ['Renew the credentials', { name: 'CredentialsProviderError' }],
  ['Give the credentials the rights', { name: 'AccessDeniedException' }],
  ['Give the credentials the rights', { name: 'UnauthorizedOperation' }],
  ['Give the credentials the rights', { $metadata: { httpStatusCode: 401 } }],
  ['Give the credentials the rights', { $metadata: { httpStatusCode: 403 } }],
  ['does not speak as AWS does', { $metadata: { httpStatusCode: 200 } }],
  ['does not speak as AWS does', { $metadata: { httpStatusCode: 299 } }],
  ['Ask again in a minute', { $metadata: { httpStatusCode: 300 } }],
  ['Ask again in a minute', { $metadata: { httpStatusCode: 404 } }],
  ['Look at the network', { code: 'ECONNREFUSED' }],
  ['Ask again in a minute', {}],
])('%s helps against %j', (remedy, fields) => {
  expect(remedyFor(Object.assign(new Error('No.'), fields))).toContain(remedy)
})

test('what is no error, and what cannot be read, is told apart', () => {
  expect(remedyFor('No.')).toContain('Ask again in a minute')
  for (const error of [
    new SyntaxError('?'),
    new Error('x is not valid JSON'),
    new Error('Deserialization error'),
  ]) {
    expect(remedyFor(error)).toContain('does not speak as AWS does')
  }
})
