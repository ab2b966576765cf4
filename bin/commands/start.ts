import { resolve } from 'node:path'
import { paginateListExecutions } from '@aws-sdk/client-sfn'
import { Command, Option } from 'commander'
import { type Budget, parseBudget } from '../../catalog/costs/budget.ts'
import { folderSource } from '../../engine/models/folder-source.ts'
import { modelBounds } from '../../engine/models/model-bounds.ts'
import { findOnnxRuntime } from '../../engine/models/onnx-runtime.ts'
import { requireModels } from '../../engine/models/read-models.ts'
import { counted } from '../../functions/operate/counted.ts'
import { connectLocal } from '../../functions/service/admin.ts'
import type { LocalAddresses } from '../../local/run/addresses.ts'
import { registerRun } from '../../local/run/register-run.ts'
import { typedCommand } from '../../local/run/typed-command.ts'
import { DEFAULT_DATA_DIR, dataOption, wholeNumber } from '../connection/data-option.ts'
import { localPipelineClients } from '../connection/pipeline-clients.ts'
import {
  type GeneratorOptions,
  generatorIn,
  generatorOptions,
} from '../pictures/generator-option.ts'
import { modelBoundsOptions, modelsOption } from '../pictures/models-option.ts'
import { explainError } from '../program/explain-error.ts'
import { memoryOption } from '../program/memory-option.ts'
import { requireOpenFiles } from '../program/require-open-files.ts'
import { note, say } from '../program/say.ts'
import { untilToldToStop } from '../program/until-told-to-stop.ts'

type Options = {
  port: number
  data: string
  budget?: Budget
  unitPrice?: number
  overrides: boolean
  webhook?: string
  models?: string
  modelsSeconds?: string
  modelsMegabytes?: string
  pictureWorkers?: number
  videoWorkers?: number
  memory: number
  console: boolean
  consolePort?: number
  consoleRole?: 'viewer' | 'operator'
} & GeneratorOptions

/** Each worker is a thread with the models of its own, some hundred megabytes. */
const MOST_WORKERS = 32

/** `darkroom start`: the service and the pipeline on this machine, until it is told to stop. */
export function start(): Command {
  const [modelsSeconds, modelsMegabytes] = modelBoundsOptions()
  const command = new Command('start')
    .description('run the task service and the pipeline on this machine')
    .addOption(
      new Option('--port <n>', 'port of the task service; 0 takes a free one')
        .env('DARKROOM_PORT')
        .argParser(wholeNumber('--port', 0, 65_535))
        .default(4400),
    )
    .addOption(
      new Option(
        '--budget <json>',
        'the most a day may spend, e.g. {"units":500}; files above it are parked',
      )
        .env('DARKROOM_BUDGET')
        .argParser(parseBudget),
    )
    .addOption(
      new Option('--unit-price <dollars>', 'what a unit of the service costs')
        .env('DARKROOM_UNIT_PRICE')
        .argParser(Number),
    )
    .option('--no-overrides', 'let no file’s metadata change its recipe')
    .addOption(
      new Option(
        '--picture-workers <n>',
        'how many pictures are worked on at once; one for each core but one, at most 4, unless told otherwise',
      )
        .env('DARKROOM_PICTURE_WORKERS')
        .argParser(wholeNumber('--picture-workers', 1, MOST_WORKERS)),
    )
    .addOption(
      new Option('--video-workers <n>', 'the same for videos')
        .env('DARKROOM_VIDEO_WORKERS')
        .argParser(wholeNumber('--video-workers', 1, MOST_WORKERS)),
    )
    .addOption(memoryOption())
    .addOption(dataOption('where everything is kept').default(DEFAULT_DATA_DIR))
    .addOption(
      new Option(
        '--webhook <url>',
        'tell a receiver what becomes of jobs; http://127.0.0.1:<port>/… is one on this machine',
      ).env('DARKROOM_WEBHOOK'),
    )
    .addOption(modelsOption())
    .addOption(modelsSeconds!)
    .addOption(modelsMegabytes!)
    .option('--no-console', 'leave the console out')
    .addOption(
      new Option(
        '--console-port <n>',
        'port of the console, 4401 where it is free; 0 takes a free one',
      )
        .env('DARKROOM_CONSOLE_PORT')
        .argParser(wholeNumber('--console-port', 0, 65_535)),
    )
    .addOption(
      new Option(
        '--console-role <role>',
        'print a second link for somebody who may do less',
      ).choices(['viewer', 'operator']),
    )
  for (const option of generatorOptions()) command.addOption(option)
  return command.action(
    async ({ port, data, budget, unitPrice, overrides, webhook, models, ...options }: Options) => {
      const { modelsSeconds: seconds, modelsMegabytes: megabytes, ...rest } = options
      const bounds = modelBounds({ seconds, megabytes })
      const workers = { pictures: rest.pictureWorkers, videos: rest.videoWorkers }
      const { console: shown, consolePort, consoleRole } = rest
      const generator = generatorIn(rest)
      const found = models === undefined ? [] : await requireModels(folderSource(models), bounds)
      if (found.some(({ manifest }) => manifest.runtime === 'onnx')) findOnnxRuntime()
      requireOpenFiles()
      const stopped = untilToldToStop()
      // The CDK takes seconds to load, which no other command should wait for.
      const { startLocal } = await import('../../local/run/start-local.ts')
      const { addresses, recipes, close, secondConsoleUrl } = await startLocal({
        dataDir: data,
        port,
        connect: connectLocal,
        spending: { budget, unitPrice },
        overrides,
        notify: { webhook },
        console: shown,
        consolePort,
        consoleRole,
        generator,
        workers,
        memory: rest.memory,
        ...(models !== undefined && {
          environment: {
            DARKROOM_MODELS: resolve(models),
            DARKROOM_MODELS_SECONDS: String(bounds.seconds),
            DARKROOM_MODELS_MEGABYTES: String(bounds.megabytes),
          },
          modelBytes: 1e6 * found.length * bounds.megabytes,
        }),
      })
      const forget = register(data)
      const open = await openJobs(addresses)
      if (open > 0) say(goesOn(open, 'now'))
      say(`The task service answers at   ${addresses.baseUrl}`)
      if (addresses.consoleUrl) say(`Open the console              ${addresses.consoleUrl}`)
      if (secondConsoleUrl)
        say(`Console for a ${String(consoleRole).padEnd(15)} ${secondConsoleUrl}`)
      say(`S3 answers at                 ${addresses.s3Endpoint}`)
      say(`Drop pictures into            s3://${addresses.dropBucket}/drop/<recipe>/`)
      say(`Results and receipts lie in   s3://${addresses.resultsBucket}/results/<job>/`)
      const { usable, unperformed } = recipes
      say(`Recipes                       ${usable.join(', ')}`)
      if (unperformed.length > 0) {
        say(`Without a performer here      ${unperformed.join(', ')}`)
      }
      if (generator) {
        const { settings } = generator
        const from =
          settings.kind === 'openai'
            ? new URL(settings.url).origin
            : `${settings.wire}:${settings.model}`
        say(`What must be invented comes   ${from}`)
      }
      for (const { manifest } of found) {
        say(`Told apart by your model      ${manifest.file} (${manifest.task})`)
      }
      if (webhook !== undefined) {
        say(
          `What becomes of jobs is told  ${new URL(webhook).origin}, signed with noticeSecret of local.json`,
        )
      }
      say(`Keys and all addresses are in ${data}/local.json`)
      const recipe = usable.includes('firm-face') ? 'firm-face' : usable[0]
      const folder = data === DEFAULT_DATA_DIR ? '' : ` --data ${quoteForShell(data)}`
      say('', `Try: ${typedCommand()} drop photo.jpg --recipe ${recipe} --follow${folder}`)
      await stopped
      forget()
      const left = await openJobs(addresses).catch(() => 0)
      await close()
      if (left > 0) say(goesOn(left, 'at the next start'))
    },
  )
}

/** A run that cannot be found from elsewhere is a run still. */
function register(data: string): () => void {
  try {
    return registerRun(data)
  } catch (error) {
    note([
      `darkroom: commands in other folders need --data ${quoteForShell(resolve(data))}: ${explainError(error)}`,
    ])
    return () => undefined
  }
}

function goesOn(jobs: number, when: string): string {
  return `${counted(jobs, 'job')} ${jobs === 1 ? 'goes' : 'go'} on ${when}.`
}

/** How many jobs of a local run have begun and not ended. */
async function openJobs(at: LocalAddresses): Promise<number> {
  const clients = localPipelineClients(at)
  try {
    let open = 0
    const { stateMachineArn } = at
    const pages = paginateListExecutions(
      { client: clients.sfn },
      { stateMachineArn, statusFilter: 'RUNNING', maxResults: 1000 },
    )
    for await (const { executions = [] } of pages) open += executions.length
    return open
  } finally {
    clients.close()
  }
}

/** A path as a POSIX shell takes it: as it is where nothing in it is special, else in single quotes. */
function quoteForShell(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
