import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { connectLocal } from '../../functions/service/core/accounts/connect-local.ts'
import { readAddresses } from '../../local/run/addresses.ts'
import { startLocal } from '../../local/run/start-local.ts'
import { drawScene } from '../engine/fill/draw-scene.ts'
import { dropManifest, endedBatch, putObject } from '../stack/batches.ts'
import { type Connection, connect } from '../stack/connect.ts'
import { drop } from '../stack/drop.ts'
import { eventually } from '../stack/eventually.ts'
import { putRecipe } from '../stack/put-recipe.ts'
import { endedJob, readJob, readReceipt } from '../stack/read-job.ts'
import { scan } from '../stack/read-ledger.ts'
import { twoPeoplePicture } from '../stack/test-pictures.ts'
import { type KeptJobs, keptFolder, presentTemplates } from './kept.ts'

/**
 * `npm run keep -- <name>`: keeps what the project makes as it is now, for the tests of every later form of
 * it: the templates of both stacks, and a data folder with jobs that ended and jobs that go on, killed in the middle.
 * Both are written to `test/upgrade/kept/<name>`.
 */
const [name = '', held] = process.argv.slice(2)
if (held !== undefined) await beHeld(held)
else if (/^[\w.-]+$/.test(name)) await keep(keptFolder(name))
else throw new Error('Name what is kept, such as by its date: 2026-11-26.')

async function keep(into: string): Promise<void> {
  mkdirSync(into, { recursive: true })
  const templates = gzipSync(JSON.stringify(presentTemplates()), { level: 9 })
  writeFileSync(join(into, 'templates.json.gz'), templates)
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-kept-'))
  try {
    const ended = await endSome(folder)
    takePorts(folder)
    const begun = await beginSome(folder)
    const jobs: KeptJobs = { at: new Date().toISOString(), ...ended, ...begun }
    writeFileSync(join(into, 'jobs.json'), `${JSON.stringify(jobs, null, 2)}\n`)
    // The logs, and what every start makes anew.
    const left = ['log', 'camera', 'local.json', '*.lock'].map((part) => `--exclude=./${part}`)
    const { status } = spawnSync('tar', [
      '-czf',
      join(into, 'data.tgz'),
      ...left,
      '-C',
      folder,
      '.',
    ])
    if (status !== 0) throw new Error('The data folder could not be packed.')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A picture of a vase, and the mask that covers it. */
async function vase(): Promise<{ jpeg: Buffer; mask: Buffer }> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="150"><rect width="200" height="150"/>' +
    '<path d="M83 120 L78 63 Q100 52 122 63 L117 120Z" fill="#fff"/></svg>'
  return {
    jpeg: await sharp(await drawScene('studio', 200))
      .jpeg()
      .toBuffer(),
    mask: await sharp(Buffer.from(svg)).removeAlpha().png().toBuffer(),
  }
}

/** One job that succeeded, one that failed, and a batch. */
async function endSome(dataDir: string) {
  const run = await startLocal({ dataDir, port: 0, connect: connectLocal })
  try {
    const to = await connect(run.addresses)
    await putRecipe(to, 'clear', {
      steps: [
        {
          feature: 'obj-replace',
          parameters: { prompt: 'remove' },
          inputs: { msk: { companion: '{stem}.mask.png' } },
        },
      ],
      companionSeconds: 3600,
    })
    const { jpeg, mask } = await vase()
    await drop(to, mask, 'drop/clear/vase.mask.png')
    const { job: succeeded } = await drop(to, jpeg, 'drop/clear/vase.jpg')
    const { job: failed } = await drop(to, jpeg, 'drop/no-such-recipe/vase.jpg')
    await putObject(to, 'files/vase.mask.png', mask)
    await putObject(to, 'files/vase.jpg', jpeg)
    const line = JSON.stringify({ key: 'files/vase.jpg' })
    const batch = await dropManifest(to, 'batches/clear/ended.jsonl', line)
    await endedBatch(to, batch)
    for (const job of [succeeded, failed]) {
      await endedJob(to, job)
      await readReceipt(to, job)
    }
    return { succeeded, failed, endedBatch: batch }
  } finally {
    await run.close()
  }
}

/**
 * Gives the folder ports that systems hand out to nobody, because its tasks hold addresses with them: those above
 * 32,767 may be taken by any connection when the folder is opened again.
 */
function takePorts(folder: string): void {
  const file = join(folder, 'state.json')
  const state = JSON.parse(readFileSync(file, 'utf8')) as { ports: Record<string, number> }
  const ports = Object.keys(state.ports).map((service, at) => [service, 23_851 + at])
  writeFileSync(file, JSON.stringify({ ...state, ports: Object.fromEntries(ports) }))
}

/** A job whose effect is being worked on, one that waits for its companion, and a batch; then the run is killed. */
async function beginSome(dataDir: string) {
  const child = spawn(process.execPath, [import.meta.filename, name, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const lines = createInterface({ input: child.stdout })
    const said: string[] = []
    lines.on('line', (line) => said.push(line))
    await eventually('the start', () => said.includes('ready') || undefined, 240_000)
    const to = await connect(readAddresses(dataDir))
    const { png } = await twoPeoplePicture()
    const { job: running } = await drop(to, await jpegOf(png), 'drop/slim/running.jpg')
    await eventually('a task at the worker', () => said.includes('held') || undefined, 240_000)
    const { jpeg } = await vase()
    const { job: waiting } = await drop(to, jpeg, 'drop/clear/waiting.jpg')
    await eventually('a companion that is expected', async () => await expected(to, waiting))
    const line = JSON.stringify({ key: 'files/running.jpg', recipe: 'slim' })
    await putObject(to, 'files/running.jpg', await jpegOf(png))
    const batch = await dropManifest(to, 'batches/slim/running.jsonl', line)
    await eventually('its job', async () => {
      const items = await scan(to, to.tables.jobs)
      return items.find(({ batched, status }) => batched && status === 'running')
    })
    return { running, waiting, runningBatch: batch }
  } finally {
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }
}

async function expected(to: Connection, job: string): Promise<true | undefined> {
  if (!(await readJob(to, job))) return undefined
  const items = await scan(to, to.tables.inbox)
  return items.some((item) => item['job'] === job) || undefined
}

function jpegOf(png: Buffer): Promise<Buffer> {
  return sharp(png).jpeg().toBuffer()
}

/** A run whose worker ends the first task, a detection, and never another. */
async function beHeld(dataDir: string): Promise<void> {
  const write = process.stdout.write.bind(process.stdout)
  let taken = 0
  await startLocal({
    dataDir,
    port: 0,
    connect: connectLocal,
    intercept: (call, next) => {
      if (call.entry !== 'functions/service/run-task/handler.ts') return next()
      taken += 1
      if (taken === 1) return next()
      void write('held\n')
      return new Promise(() => undefined)
    },
  })
  void write('ready\n')
}
