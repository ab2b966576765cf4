import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { explainError } from '../../bin/program/explain-error.ts'
import { runProgram } from '../../bin/program/run-program.ts'
import { remedyFor } from '../../functions/operate/doctor/remedy-for.ts'

test('a folder that cannot be made is not said to be missing', () => {
  // What `mkdir` of Node 24 says of a disk that is read-only, where it makes the folders above, too.
  const error = Object.assign(new Error('ENOENT: no such file or directory, mkdir'), {
    code: 'ENOENT',
    syscall: 'mkdir',
    path: '/mnt/data',
  })
  expect(explainError(error)).toMatch(/^\/mnt\/data cannot be made: its disk is read-only/)
})

test('a stack that cannot be reached is no local run that has stopped', async () => {
  vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:9')
  vi.stubEnv('AWS_REGION', 'us-east-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  vi.stubEnv('AWS_MAX_ATTEMPTS', '1')
  onTestFinished(() => void vi.unstubAllEnvs())
  let said = ''
  const writeErr = (text: string) => {
    said += text
  }
  await runProgram(['jobs', '--stack', 'Photos'], { writeErr })
  expect(said).toContain('AWS cannot be reached at 127.0.0.1:9 (ECONNREFUSED).')
  expect(said).not.toContain('darkroom start')
})

test('an unreadable reply is no missing right', async () => {
  const server = createServer((_, response) => response.end('<html>Sign in to the network</html>'))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const client = new SQSClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    maxAttempts: 1,
  })
  onTestFinished(() => {
    client.destroy()
    server.close()
  })
  const error = await client.send(new ListQueuesCommand({})).catch((thrown: unknown) => thrown)
  expect(remedyFor(error)).toContain('look for a proxy')
})

test.each([
  [{ name: 'AccessDeniedException', $metadata: { httpStatusCode: 400 } }, 'rights'],
  [{ name: 'ExpiredTokenException', $metadata: { httpStatusCode: 403 } }, 'Renew'],
  [{ name: 'ServiceUnavailable', $metadata: { httpStatusCode: 503 } }, 'in a minute'],
  [{ name: 'Error', code: 'ECONNRESET' }, 'network'],
])('%j is met with what helps', (told, remedy) => {
  expect(remedyFor(Object.assign(new Error('told'), told))).toContain(remedy)
})
