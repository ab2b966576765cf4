import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { startControl } from '../../../local/control/start-control.ts'
import { startDynamoDb } from '../../../local/dynamodb/start-dynamodb.ts'
import { startGateway } from '../../../local/gateway/start-gateway.ts'
import { closeServer, listen } from '../../../local/http/server.ts'
import { startS3 } from '../../../local/s3/start-s3.ts'
import { startSqs } from '../../../local/sqs/start-sqs.ts'
import { localAccount, TABLES_ACCOUNT } from '../../setup/account.ts'

/** Settles once the server closes a connection that sends `text` and then nothing. */
function closedAfter(port: number, text: string): Promise<void> {
  return new Promise((closed) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('close', () => closed()).on('error', () => undefined)
    socket.resume()
  })
}

test('every local port closes a connection that never ends its headers, or sends none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'silent-'))
  const account = localAccount()
  const running = await Promise.all([
    startS3({ dataDir: join(folder, 's3'), port: 0, ...account }),
    startSqs({ dataDir: folder, port: 0, ...account }),
    startDynamoDb({ dataDir: join(folder, 'tables'), port: 0, ...TABLES_ACCOUNT }),
    startControl({
      port: 0,
      ...account,
      services: {},
      invoke: () => async () => ({ payload: null }),
    }),
    startGateway(0),
  ])
  // The interpreter's server is one that `listen` starts.
  const server = createServer()
  const port = await listen(server, 0)
  onTestFinished(async () => {
    await Promise.all([...running.map((each) => each.close(0)), closeServer(server, 0)])
  })
  await Promise.all(
    [port, ...running.map((each) => each.port)].flatMap((each) => [
      closedAfter(each, 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: '),
      closedAfter(each, ''),
    ]),
  )
}, 40_000)
