import { join } from 'node:path'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { createDynamoClient } from '../../dynamo.ts'
import { env, optionalEnv } from '../../env.ts'
import { withRequestId } from '../../log.ts'
import { taskReader } from '../../service/admin.ts'
import { consoleRequestOf } from '../http/console-request.ts'
import { type ConsoleFiles, readConsoleFiles } from '../pages/console-files.ts'
import { READING_ROUTES } from '../routes/reading-routes.ts'
import type { LinkSettings } from '../routes/route.ts'
import { parseLinkSecrets } from '../sign-in/link-secrets.ts'
import { pipelineReader, sessionDeps } from '../wiring.ts'
import { type ServeConsoleDeps, serveConsole } from './serve-console.ts'

const LINK_SECONDS = 300

const db = createDynamoClient()
const s3 = new S3Client({})

let files: ConsoleFiles | undefined

const deps: ServeConsoleDeps = {
  ...sessionDeps(db),
  routes: READING_ROUTES,
  pipeline: pipelineReader(db, s3),
  service: serviceOf(),
  secrets: parseLinkSecrets(optionalEnv('DARKROOM_CONSOLE_SECRETS')),
  // No route of this function changes anything.
  once: (_, make) => make(),
  linkTo,
  files: () => {
    files ??= readConsoleFiles(
      optionalEnv('DARKROOM_CONSOLE_FILES') ?? join(import.meta.dirname, 'console'),
    )
    return files
  },
  bucketOrigins: bucketOrigins(),
  beside: besideOf(),
}

/** The console: its page, the files it loads, and the admin API, behind an API Gateway HTTP API. */
export const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>().handler(
  (event, { awsRequestId }) =>
    withRequestId(awsRequestId, () => serveConsole(consoleRequestOf(event), awsRequestId, deps)),
)

/** Those of the pipeline and of our own service's files; on this machine one address serves all. */
function bucketOrigins(): string[] {
  const local = optionalEnv('DARKROOM_LOOPBACK_ORIGIN')
  if (local !== undefined) return [local]
  const tried = optionalEnv('SERVICE_FILES_ORIGIN')
  return [env('DROP_ORIGIN'), env('RESULTS_ORIGIN'), ...(tried === undefined ? [] : [tried])]
}

/** A local run serves the camera, too; deployed it is a site of its own. */
function besideOf(): ServeConsoleDeps['beside'] {
  const service = optionalEnv('SERVICE_URL')
  if (service === undefined) return undefined
  const local = optionalEnv('DARKROOM_LOOPBACK_ORIGIN') !== undefined
  return { docs: `${service}/docs`, ...(local && { camera: `${service}/camera/` }) }
}

function serviceOf(): ServeConsoleDeps['service'] {
  const tasks = optionalEnv('SERVICE_TASKS_TABLE')
  return tasks === undefined
    ? undefined
    : taskReader(db, { tasks, webhooks: env('SERVICE_WEBHOOKS_TABLE') })
}

function linkTo(
  { bucket, key, version }: { bucket: string; key: string; version?: string },
  { contentType, fileName, isDownload = false }: LinkSettings,
): Promise<string> {
  return getSignedUrl(
    s3,
    new GetObjectCommand({
      Bucket: bucket,
      Key: key,
      ...(version !== undefined && isVersionId(version) && { VersionId: version }),
      ResponseContentType: contentType,
      ResponseContentDisposition: `${isDownload ? 'attachment' : 'inline'}; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    }),
    { expiresIn: LINK_SECONDS },
  )
}

/** What a bucket without versions has in a version's place is no version to ask for. */
function isVersionId(version: string): boolean {
  return version !== 'null' && !version.includes(':')
}
