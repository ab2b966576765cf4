import { join } from 'node:path'
import { openMetricStore } from '../cloudwatch/metric-store.ts'
import { openAccess } from '../iam/access.ts'
import { lockFolder } from '../lock/lock-folder.ts'
import { loadState, saveState } from '../state/saved-state.ts'
import { readAssembly } from '../template/read-assembly.ts'
import type { AssemblyModel } from '../template/resource.ts'
import { createResources } from './create-resources.ts'
import { createDeferred } from './deferred.ts'
import { findResource } from './find-resource.ts'
import { installRights } from './install-rights.ts'
import type { LocalStacks } from './local-stacks.ts'
import { openFunctions } from './open-functions.ts'
import { overlayEnvironment } from './overlay-environment.ts'
import { reportRights } from './report-rights.ts'
import { ACCOUNT, type RunContext, type Services } from './run-context.ts'
import { saveRights } from './save-rights.ts'
import { sdkEnvironment } from './sdk-environment.ts'
import { createShutdown, type Shutdown } from './shutdown.ts'
import type { StackOptions } from './stack-options.ts'
import { startServices } from './start-services.ts'
import { startTriggers } from './start-triggers.ts'

const ACCESS_KEY_ID = 'darkroom-local'
const DEFAULT_REGION = 'us-east-1'

/**
 * Runs synthesized stacks on this machine: their templates in, a running service out. State is stored in `dataDir`
 * and continued by the next start, however this one ends. Functions share this process and its environment.
 * @throws FolderInUseError, and TemplateError for a part of the templates that cannot run here
 */
export async function startStacks(options: StackOptions): Promise<LocalStacks> {
  const shutdown = createShutdown()
  try {
    return await start(createRunContext(options, shutdown))
  } catch (error) {
    await shutdown.run()
    throw error
  }
}

function createRunContext(options: StackOptions, shutdown: Shutdown): RunContext {
  const lock = lockFolder(options.dataDir)
  shutdown.add('folder', () => lock.release())
  const state = loadState(options.dataDir)
  const metrics = openMetricStore(join(options.dataDir, 'cloudwatch'), options.clock)
  shutdown.add('stores', () => metrics.close())
  const credentials = { accessKeyId: ACCESS_KEY_ID, secretAccessKey: state.secretAccessKey }
  return {
    options,
    shutdown,
    state,
    metrics,
    region: options.region ?? DEFAULT_REGION,
    credentials,
    access: openAccess(ACCOUNT, credentials),
    sessions: createDeferred('roles'),
    invoke: createDeferred('functions'),
    bus: createDeferred('event bus'),
    alarms: createDeferred('alarms'),
    folder: (part) => join(options.dataDir, part),
  }
}

async function start(context: RunContext): Promise<LocalStacks> {
  const { options, region, shutdown } = context
  const overlay = overlayEnvironment()
  shutdown.add('folder', () => overlay.restore())
  overlay.set({ AWS_REGION: region, AWS_ACCOUNT_ID: ACCOUNT })

  const addresses: { sqs: string; apis: Map<string, string> } = { sqs: '', apis: new Map() }
  const model = readAssembly(options.assembly, {
    region,
    account: ACCOUNT,
    sqsUrl: () => addresses.sqs,
    apiUrl: (apiId) => addresses.apis.get(apiId),
  })
  const apis = model.ofType('AWS::ApiGatewayV2::Api')
  const keys = apis.map(({ stack, logicalId }) => `${stack}/${logicalId}`)
  const services = await startServices(context, keys)
  addresses.sqs = services.sqs.url
  for (const [index, api] of apis.entries()) {
    addresses.apis.set(api.identity().ref, services.gateways.get(keys[index]!)!.url)
  }
  saveState(options.dataDir, context.state)

  await installRights(model, services, context)
  await createResources(model, services, context)
  const hosted = openFunctions(model, services, context, overlay)
  startTriggers(model, services, context, hosted)
  return toLocalStacks(model, services, context, hosted.invoke)
}

function toLocalStacks(
  model: AssemblyModel,
  { endpoints, gateways, secrets, dynamodb }: Services,
  { region, access, credentials, alarms, shutdown, options: { dataDir } }: RunContext,
  invoke: LocalStacks['invoke'],
): LocalStacks {
  const rights: LocalStacks['rights'] = async () =>
    reportRights(model, [...access.used(), ...(await dynamodb.used())])
  let closing: Promise<void> | undefined
  return {
    endpoints,
    region,
    account: ACCOUNT,
    credentials,
    sdkEnvironment: sdkEnvironment({ region, dataDir, credentials, endpoints }),
    apis: Object.fromEntries([...gateways].map(([key, { url }]) => [key, url])),
    outputs: model.outputs(),
    invoke,
    resource: (id) => findResource(model, id),
    checkAlarms: (at) => alarms.get().check(at),
    putSecret: (id, text) => {
      if (!secrets.put(id, text)) throw new Error(`The stacks have no secret ${id}`)
    },
    rights,
    close: () => {
      closing ??= saveRights(rights).finally(() => shutdown.run())
      return closing
    },
  }
}
