import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import sharp from 'sharp'
import * as z from 'zod/mini'
import { RECEIPT } from '../../catalog/jobs/receipt.ts'
import { connectLocal } from '../../functions/service/core/accounts/connect-local.ts'
import type { LocalAddresses } from '../../local/run/addresses.ts'
import { startLocal } from '../../local/run/start-local.ts'
import { isEveryCaseTried } from '../setup/sampled.ts'
import { endedBatch, readBatch } from '../stack/batches.ts'
import { type Connection, connect } from '../stack/connect.ts'
import { drop } from '../stack/drop.ts'
import { localTemplates } from '../stack/local-templates.ts'
import { noopWorker } from '../stack/noop-worker.ts'
import { endedJob, readJob, readObject, readReceipt } from '../stack/read-job.ts'
import { readLedger } from '../stack/read-ledger.ts'
import { readKeptJobs } from './kept.ts'

/** What came of the jobs of a kept data folder. */
export type GoneOn = {
  /** By the names of `KeptJobs`. */
  statuses: Record<string, string | undefined>
  /** Sizes in bytes of what the receipts say was delivered. */
  delivered: number[]
  /** The failure of a new attempt at the job that had failed. */
  again: string | undefined
  charged: number
  /** What `darkroom doctor` could not read. */
  unread: string[]
}

const WITHIN = 300_000

/**
 * `node go-on.ts <name> <data folder>`: starts the stacks on a kept data folder, lets its jobs go on to their ends, and
 * prints what came of them as the last line.
 */
const [name = '', dataDir = ''] = process.argv.slice(2)
const write = process.stdout.write.bind(process.stdout)
// A second worker loads an engine of its own.
const workers = { pictures: 1, videos: 1 }
const assembly = await localTemplates()
const run = await startLocal({
  assembly,
  dataDir,
  port: 0,
  connect: connectLocal,
  workers,
  // What is kept are records and messages; the engine takes the pictures that it takes everywhere.
  ...(!isEveryCaseTried() && { intercept: noopWorker() }),
})
const to = await connect(run.addresses)
const kept = readKeptJobs(name)
await drop(to, await maskPicture(), 'drop/clear/waiting.mask.png')
await retry(run.addresses, kept.failed)
const running = await endedJob(to, kept.running, WITHIN)
const waiting = await endedJob(to, kept.waiting, WITHIN)
const runningBatch = await endedBatch(to, kept.runningBatch, WITHIN)
const again = await endedJob(to, `${kept.failed}-1`, WITHIN)
const [succeeded, failed] = await Promise.all(
  [kept.succeeded, kept.failed].map((id) => readJob(to, id)),
)
const ended = await readBatch(to, kept.endedBatch)
const statuses = { succeeded, failed, running, waiting, runningBatch, endedBatch: ended }
const told: GoneOn = {
  statuses: Object.fromEntries(
    Object.entries(statuses).map(([which, record]) => [which, record?.status]),
  ),
  delivered: (
    await Promise.all([kept.succeeded, kept.running, kept.waiting].map((id) => deliveredBy(to, id)))
  ).flat(),
  again: again.failure?.code,
  charged: (await readLedger(to)).charged.length,
  unread: (await findings())
    .filter(({ says }) => says.startsWith('This could not be looked at'))
    .map(({ check, says }) => `${check}: ${says}`),
}
await run.close()
write(`${JSON.stringify(told)}\n`, () => process.exit())

async function maskPicture(): Promise<Buffer> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="150"><rect width="200" height="150"/>' +
    '<path d="M83 120 L78 63 Q100 52 122 63 L117 120Z" fill="#fff"/></svg>'
  return await sharp(Buffer.from(svg)).removeAlpha().png().toBuffer()
}

/** What `darkroom doctor` finds, which reads all that is kept. It ends with another status where it finds anything. */
async function findings(): Promise<{ check: string; says: string }[]> {
  const command = fileURLToPath(new URL('../../bin/darkroom.ts', import.meta.url))
  const asked = [...process.execArgv, command, 'doctor', '--json', '--data', dataDir]
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, asked, (_, out) => resolve(out))
  })
  return (JSON.parse(printed) as { findings: { check: string; says: string }[] }).findings
}

async function retry(at: LocalAddresses, job: string): Promise<void> {
  const { region, accessKeyId, secretAccessKey, sqsEndpoint: endpoint } = at
  const sqs = new SQSClient({ region, endpoint, credentials: { accessKeyId, secretAccessKey } })
  const MessageBody = JSON.stringify({ retry: job })
  await sqs.send(new SendMessageCommand({ QueueUrl: at.dropQueue, MessageBody }))
}

async function deliveredBy(from: Connection, job: string): Promise<number[]> {
  const receipt = z.parse(RECEIPT, await readReceipt(from, job))
  const files = await Promise.all(
    receipt.results.map(({ key }) => readObject(from, from.at.resultsBucket, key)),
  )
  return files.map(({ length }) => length)
}
