import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { S3Client } from '@aws-sdk/client-s3'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { parsePipelineBounds } from '../../catalog/limits/pipeline-bounds.ts'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { serveCamera } from '../camera/serve-camera.ts'
import { type ConsoleLinks, openConsoleLinks } from '../console/console-links.ts'
import type { LocalStacks } from '../stacks/local-stacks.ts'
import type { StackOptions } from '../stacks/stack-options.ts'
import { startStacks } from '../stacks/start-stacks.ts'
import { writeJson } from '../state/json-file.ts'
import type { Assembly } from '../template/template.ts'
import { addressFile, type LocalAddresses } from './addresses.ts'
import { boundMemory } from './bound-memory.ts'
import { type LoadedRecipes, loadRecipes } from './load-recipes.ts'
import { type LocalAppOptions, synthesizeLocal } from './synthesize-local.ts'

/** The secrets that the service and the pipeline share. */
export type Credentials = { apiKey: string; webhookSecret: string }

/** Makes the pipeline a client of the service, in the tables of a running stack. Returns the credentials to use. */
export type Connect = (to: {
  webhookUrl: string
  current: Credentials | undefined
  /** The names of the service's tables. */
  tables: { keys: string; units: string; webhooks: string }
  dynamodbEndpoint: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string }
}) => Promise<Credentials>

export type StartLocalOptions = LocalAppOptions &
  Pick<StackOptions, 'dataDir' | 'intercept' | 'onLog'> & {
    connect: Connect
    /** What `synthesizeLocal` made of the same options before. @default it is made */
    assembly?: Assembly
    /** The port of the console. 0 takes that of the last start, or a free one. @default 4401 where it is free */
    consolePort?: number | undefined
    /** A second link of the console, for people who may do less. @default none */
    consoleRole?: ConsoleLinks['second']
    /** The folder that holds the console's page, built before. @default it is built */
    consolePage?: string | undefined
    /** Further environment variables for every function. */
    environment?: Record<string, string>
    workers?: Workers | undefined
    /** Bytes that the process and its children may take, 2 GB and more. @default no bound */
    memory?: number | undefined
    /** Of these, what model files of users may take in a thread that carries out tasks. @default 0 */
    modelBytes?: number | undefined
  }

/** How many tasks are worked on at once. @default one for each core but one, at most four */
export type Workers = { pictures?: number | undefined; videos?: number | undefined }

export type LocalRun = {
  /** The second link of the console, where one was asked for. */
  secondConsoleUrl?: string
  addresses: LocalAddresses
  /** The names of the recipes in the drop bucket. */
  recipes: LoadedRecipes
  stacks: LocalStacks
  close(): Promise<void>
}

/** Starts both stacks on this machine, connects them, loads the recipes and writes the address file. */
export async function startLocal(options: StartLocalOptions): Promise<LocalRun> {
  const file = addressFile(options.dataDir)
  const consoleLinks = linksOnceLocked(options)
  const stacks = await startStacks({
    ...options,
    assembly: options.assembly ?? synthesizeLocal(options),
    ports: {
      api: options.port ?? 0,
      apis: { DarkroomConsole: { asked: options.consolePort, first: CONSOLE_PORT } },
    },
    site: serveCamera(join(options.dataDir, 'camera')),
    workers: workersNamed(options.workers),
    ...(options.memory !== undefined && {
      threadMemory: boundMemory(options.memory, options.modelBytes),
    }),
    environment: ({ endpoints, apis, begunAt = '' }) => ({
      DARKROOM_LOOPBACK_ORIGIN: endpoints.s3,
      DARKROOM_LOOPBACK_WEBHOOK: webhookOrigin(apis),
      DARKROOM_LOOPBACK_NOTICES: 'yes',
      DARKROOM_CONSOLE_BEGUN_AT: begunAt,
      ...consoleLinks()?.environment,
      ...options.environment,
    }),
  })
  try {
    // A run that was killed left its file behind; whoever waits for the new one must not read that.
    rmSync(file, { force: true })
    const { apiKey } = await connectStacks(stacks, options.connect)
    const links = consoleLinks()
    setGeneratorKey(stacks, options)
    const noticeSecret = await noticeSecretOf(stacks)
    const addresses = {
      ...addressesOf(stacks, { apiKey, noticeSecret }),
      bounds: boundsOf(stacks, options.workers),
      ...(links && { consoleUrl: links.linkTo(consoleOrigin(stacks)) }),
    }
    const s3 = new S3Client({ ...clientOf(stacks), endpoint: stacks.endpoints.s3 })
    const recipes = await loadRecipes(join(PROJECT_ROOT, 'recipes'), {
      s3,
      bucket: addresses.dropBucket,
    })
    writeJson(file, addresses)
    const close = async (): Promise<void> => {
      rmSync(file, { force: true })
      await stacks.close()
    }
    const second = links?.secondLinkTo(consoleOrigin(stacks))
    return { addresses, recipes, stacks, close, ...(second && { secondConsoleUrl: second }) }
  } catch (error) {
    await stacks.close()
    throw error
  }
}

/** The console's links, made when they are first asked for: before the folder is locked, nothing in it is touched. */
function linksOnceLocked({ console, consolePage, consoleRole, dataDir }: StartLocalOptions) {
  let links: ConsoleLinks | undefined
  return (): ConsoleLinks | undefined => {
    if (console) links ??= openConsoleLinks(dataDir, { second: consoleRole, page: consolePage })
    return links
  }
}

/** Beside that of the service. Where it is taken, as by another run, the console takes a free one. */
const CONSOLE_PORT = 4401

/** The workers of tasks by the names of their functions, which begin with those of their constructs. */
function workersNamed({ pictures, videos }: Workers = {}) {
  return (name: string): number | undefined => {
    if (name.includes('WorkersRunVideoTask')) return videos
    return name.includes('WorkersRunTask') ? pictures : undefined
  }
}

function consoleOrigin({ outputs }: LocalStacks): string {
  return String(outputs['DarkroomConsole']?.['ConsoleUrl'])
}

/** Without a key the secret holds an empty one, whatever an earlier run had. */
function setGeneratorKey(stacks: LocalStacks, { generator }: StartLocalOptions): void {
  const secret = stacks.outputs['DarkroomService']?.['GeneratorSecretArn']
  if (!secret) return
  stacks.putSecret(String(secret), JSON.stringify({ apiKey: generator?.key ?? '' }))
}

function addressesOf(
  stacks: LocalStacks,
  { apiKey, noticeSecret }: { apiKey: string; noticeSecret: string | undefined },
): LocalAddresses {
  const output = (stack: string, name: string) => String(stacks.outputs[stack]?.[name])
  return {
    baseUrl: output('DarkroomService', 'ServiceUrl'),
    apiKey,
    s3Endpoint: stacks.endpoints.s3,
    dynamodbEndpoint: stacks.endpoints.dynamodb,
    stepFunctionsEndpoint: stacks.endpoints.stepFunctions,
    sqsEndpoint: stacks.endpoints.sqs,
    controlEndpoint: stacks.endpoints.cloudWatch,
    region: stacks.region,
    // Each by its name: the SDK notes in the object itself where credentials come from.
    accessKeyId: stacks.credentials.accessKeyId,
    secretAccessKey: stacks.credentials.secretAccessKey,
    dropBucket: output('DarkroomPipeline', 'DropBucketName'),
    resultsBucket: output('DarkroomPipeline', 'ResultsBucketName'),
    jobsTable: output('DarkroomPipeline', 'JobsTableName'),
    batchesTable: output('DarkroomPipeline', 'BatchesTableName'),
    dropQueue: output('DarkroomPipeline', 'DropQueueUrl'),
    webhookUrl: output('DarkroomPipeline', 'WebhookUrl'),
    serviceSecret: output('DarkroomPipeline', 'ServiceSecretArn'),
    service: {
      keys: output('DarkroomService', 'KeysTableName'),
      units: output('DarkroomService', 'UnitsTableName'),
      webhooks: output('DarkroomService', 'WebhooksTableName'),
      tasks: output('DarkroomService', 'TasksTableName'),
      files: output('DarkroomService', 'FilesBucketName'),
      webhookQueue: output('DarkroomService', 'WebhookQueueUrl'),
    },
    stateMachineArn: output('DarkroomPipeline', 'StateMachineArn'),
    batchMachineArn: output('DarkroomPipeline', 'BatchMachineArn'),
    ...(noticeSecret !== undefined && { noticeSecret }),
    ...generatorOf(stacks),
    pid: process.pid,
  }
}

/** As deployed, but for the workers: all else that runs takes one core of this machine. */
function boundsOf({ outputs }: LocalStacks, asked: Workers = {}): string {
  const bounds = parsePipelineBounds(String(outputs['DarkroomPipeline']?.['Bounds']))
  const cores = Math.max(1, availableParallelism() - 1)
  const { pictures = Math.min(MOST_LOCAL_WORKERS, cores), videos = 1 } = asked
  return JSON.stringify({ ...bounds, workers: { pictures, videos } })
}

/** More of them wait for one another's memory. */
const MOST_LOCAL_WORKERS = 4

function generatorOf({ outputs }: LocalStacks): Pick<LocalAddresses, 'generator'> {
  const { GeneratorSettings: settings, GeneratorSecretArn: secret } =
    outputs['DarkroomService'] ?? {}
  if (!settings) return {}
  return {
    generator: {
      settings: String(settings),
      ...(secret !== undefined && { secret: String(secret) }),
    },
  }
}

function webhookOrigin(apis: Readonly<Record<string, string>>): string {
  return Object.entries(apis).find(([name]) => name.startsWith('DarkroomPipeline/'))?.[1] ?? ''
}

async function connectStacks(stacks: LocalStacks, connect: Connect): Promise<Credentials> {
  const service = stacks.outputs['DarkroomService'] ?? {}
  const pipeline = stacks.outputs['DarkroomPipeline'] ?? {}
  const secretId = String(pipeline['ServiceSecretArn'])
  const shared = await connect({
    webhookUrl: String(pipeline['WebhookUrl']),
    current: await currentCredentials(stacks, secretId),
    tables: {
      keys: String(service['KeysTableName']),
      units: String(service['UnitsTableName']),
      webhooks: String(service['WebhooksTableName']),
    },
    dynamodbEndpoint: stacks.endpoints.dynamodb,
    ...clientOf(stacks),
  })
  stacks.putSecret(secretId, JSON.stringify(shared))
  return shared
}

async function currentCredentials(
  stacks: LocalStacks,
  secretId: string,
): Promise<Credentials | undefined> {
  const text = await secretText(stacks, secretId)
  const current = text ? (JSON.parse(text) as Partial<Credentials>) : {}
  // A user may have stored several keys there.
  return current.apiKey === undefined ? undefined : (current as Credentials)
}

/** The key that signs messages to the user's receiver, when there is one. */
async function noticeSecretOf(stacks: LocalStacks): Promise<string | undefined> {
  const id = stacks.outputs['DarkroomPipeline']?.['NoticeSecretArn']
  return id === undefined ? undefined : `whsec_${await secretText(stacks, String(id))}`
}

async function secretText(stacks: LocalStacks, id: string): Promise<string | undefined> {
  const client = new SecretsManagerClient({
    ...clientOf(stacks),
    endpoint: stacks.endpoints.secretsManager,
  })
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: id }))
  return SecretString
}

function clientOf({ region, credentials }: LocalStacks) {
  return { region, credentials }
}
