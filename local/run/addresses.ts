import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const addressSchema = z.object({
  /** The task service, without a path. */
  baseUrl: z.string(),
  apiKey: z.string(),
  s3Endpoint: z.string(),
  dynamodbEndpoint: z.string(),
  stepFunctionsEndpoint: z.string(),
  sqsEndpoint: z.string(),
  region: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  dropBucket: z.string(),
  resultsBucket: z.string(),
  jobsTable: z.string(),
  batchesTable: z.string(),
  /** URL of the queue the dropped files are announced on. */
  dropQueue: z.string(),
  webhookUrl: z.string(),
  /** Tables, the files' bucket and the webhook queue's URL of the task service. */
  service: z.object({
    keys: z.string(),
    units: z.string(),
    webhooks: z.string(),
    tasks: z.string(),
    files: z.string(),
    webhookQueue: z.string(),
  }),
  stateMachineArn: z.string(),
  /** The workflow of batches. */
  batchMachineArn: z.string(),
  /** What the messages about jobs are signed with, where somebody is told. */
  noticeSecret: z.string().optional(),
  /** The process that runs it. */
  pid: z.number(),
})

/** Where everything of a local run is; stands in `<data folder>/local.json`, readable by its owner only. */
export type LocalAddresses = z.infer<typeof addressSchema>

/** The file of a data folder that holds its addresses. */
export function addressFile(dataDir: string): string {
  return join(dataDir, 'local.json')
}

/** The addresses of the run on a data folder. Throws, saying how to start one, when there is none. */
export function readAddresses(dataDir: string): LocalAddresses {
  let text: string
  try {
    text = readFileSync(addressFile(dataDir), 'utf8')
  } catch (cause) {
    throw new Error(`Nothing runs on the folder ${dataDir}. Start it with: npm start`, { cause })
  }
  const { data, error: cause } = addressSchema.safeParse(JSON.parse(text))
  if (data) return data
  throw new Error(
    `What runs on the folder ${dataDir} is of another version. Start it anew with: npm start`,
    { cause },
  )
}
