import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { typedCommand } from './typed-command.ts'

const addressSchema = z.object({
  /** The origin of the task service. */
  baseUrl: z.string(),
  apiKey: z.string(),
  s3Endpoint: z.string(),
  dynamodbEndpoint: z.string(),
  stepFunctionsEndpoint: z.string(),
  sqsEndpoint: z.string(),
  /** CloudWatch, Secrets Manager, EventBridge and STS. */
  controlEndpoint: z.string(),
  region: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  dropBucket: z.string(),
  resultsBucket: z.string(),
  jobsTable: z.string(),
  batchesTable: z.string(),
  /** URL of the queue that announces dropped files. */
  dropQueue: z.string(),
  webhookUrl: z.string(),
  /** The link that opens the console, with this run's secret behind `#`; absent without a console. */
  consoleUrl: z.string().optional(),
  /** The ARN of the secret with the pipeline's key of the service. */
  serviceSecret: z.string(),
  /** The tables, the bucket of files and the URL of the webhook queue of the task service. */
  service: z.object({
    keys: z.string(),
    units: z.string(),
    webhooks: z.string(),
    tasks: z.string(),
    files: z.string(),
    webhookQueue: z.string(),
  }),
  stateMachineArn: z.string(),
  /** The state machine of batches. */
  batchMachineArn: z.string(),
  /** The key that signs messages about jobs, when there is a receiver. */
  noticeSecret: z.string().optional(),
  /** The settings of the generator as JSON, and the ARN of the secret with its key; absent where there is none. */
  generator: z.object({ settings: z.string(), secret: z.string().optional() }).optional(),
  /** What bounds its files, as JSON. */
  bounds: z.string().optional(),
  /** The id of the process that runs it. */
  pid: z.number(),
})

/** The fields of the address file, as documented in docs/local.md. */
export const ADDRESS_FIELDS = Object.keys(addressSchema.shape)

/** The addresses of a local run. They are stored in `<data folder>/local.json`, readable by its owner only. */
export type LocalAddresses = z.infer<typeof addressSchema>

/** The path of the address file in a data folder. */
export function addressFile(dataDir: string): string {
  return join(dataDir, 'local.json')
}

/**
 * Reads the addresses of the run on a data folder.
 * @throws Error that says how to start one, when nothing runs there
 */
export function readAddresses(dataDir: string): LocalAddresses {
  let text: string
  try {
    text = readFileSync(addressFile(dataDir), 'utf8')
  } catch (cause) {
    throw new Error(
      `Nothing runs on the folder ${dataDir}. Start it with: ${typedCommand()} start --data ${dataDir}`,
      { cause },
    )
  }
  const { data, error: cause } = addressSchema.safeParse(JSON.parse(text))
  if (data) return data
  throw new Error(
    `What runs on the folder ${dataDir} is of another version. Stop it and start it anew.`,
    { cause },
  )
}
