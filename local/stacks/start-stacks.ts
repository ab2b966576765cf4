import { join } from 'node:path'
import type { Gateway } from '../gateway/start-gateway.ts'
import { hostFunctions } from '../lambda/host-functions.ts'
import { openLog } from '../lambda/open-log.ts'
import { lockFolder } from '../lock/lock-folder.ts'
import { loadState, saveState } from '../state/run-state.ts'
import { stableId } from '../template/physical-name.ts'
import type { Place } from '../template/place.ts'
import { type Model, readAssembly } from '../template/read-assembly.ts'
import { connectRules } from './connect-rules.ts'
import { feedFunctions } from './feed-functions.ts'
import { findResource } from './find-resource.ts'
import { late } from './late.ts'
import type { LocalStacks } from './local-stacks.ts'
import { makeResources } from './make-resources.ts'
import { mergeEnvironments } from './merge-environments.ts'
import { overlayEnvironment } from './overlay-environment.ts'
import { readFunctions } from './read-functions.ts'
import { readMappings } from './read-mappings.ts'
import { readApis } from './read-routes.ts'
import { readRules } from './read-rules.ts'
import { ACCOUNT, partOf, type RunFrame, type Services } from './run-frame.ts'
import { sdkEnvironment } from './sdk-environment.ts'
import { makeShutdown } from './shutdown.ts'
import type { StackOptions } from './stack-options.ts'
import { startServices } from './start-services.ts'

const PROJECT = join(import.meta.dirname, '..', '..')
const ACCESS_KEY_ID = 'darkroom-local'

/**
 * Runs synthesized stacks on this machine: their templates in, a running service out. State is kept in `dataDir` and
 * taken up again by the next start, however this one ends. Functions share this process and its environment.
 * @throws FolderInUseError, TemplateError, ZodError for a property that cannot be honoured
 */
export const startStacks = async (options: StackOptions): Promise<LocalStacks> => {
  const shutdown = makeShutdown()
  try {
    return await start(frameOf(options, shutdown))
  } catch (error) {
    await shutdown.run()
    throw error
  }
}

const frameOf = (options: StackOptions, shutdown: RunFrame['shutdown']): RunFrame => {
  const lock = lockFolder(options.dataDir)
  shutdown.add('folder', () => lock.release())
  const state = loadState(options.dataDir)
  const { secretAccessKey } = state
  return {
    options,
    shutdown,
    state,
    region: options.region ?? 'us-east-1',
    credentials: { accessKeyId: ACCESS_KEY_ID, secretAccessKey },
    invoke: late('functions'),
    bus: late('event bus'),
    folder: partOf(options.dataDir),
  }
}

const start = async (frame: RunFrame): Promise<LocalStacks> => {
  const { options, region, shutdown, credentials } = frame
  const overlay = overlayEnvironment()
  shutdown.add('folder', () => overlay.restore())
  overlay.set({ AWS_REGION: region, AWS_ACCOUNT_ID: ACCOUNT })

  const running: { services?: Services; apiUrls: Map<string, string> } = { apiUrls: new Map() }
  const place: Place = {
    region,
    account: ACCOUNT,
    sqsUrl: () => running.services?.sqs.url ?? 'http://127.0.0.1',
    apiUrl: (apiId) => running.apiUrls.get(apiId),
  }
  const model = readAssembly(options.assembly, place)
  const apiKeys = model
    .ofType('AWS::ApiGatewayV2::Api')
    .map((api) => `${api.stack}/${api.logicalId}`)
  const services = await startServices(frame, apiKeys)
  running.services = services
  running.apiUrls = urlsById(services.gateways)
  saveState(options.dataDir, frame.state)

  await makeResources(model, services, frame)
  const apis = Object.fromEntries([...services.gateways].map(([key, { url }]) => [key, url]))
  const { endpoints } = services
  const extra = options.environment ?? {}
  const sdk = sdkEnvironment({ region, dataDir: options.dataDir, credentials, endpoints })
  const added = typeof extra === 'function' ? extra({ endpoints, apis }) : extra
  const invoke = openFunctions(model, services, frame, { sdk, added }, overlay.set)

  return {
    endpoints,
    region,
    account: ACCOUNT,
    credentials,
    apis,
    outputs: model.outputs(),
    invoke,
    resource: (id) => findResource(model, id),
    putSecret: (id, text) => {
      if (!services.secrets.put(id, text)) throw new Error(`The stacks have no secret ${id}`)
    },
    close: () => shutdown.run(),
  }
}

const urlsById = (gateways: ReadonlyMap<string, Gateway>): Map<string, string> =>
  new Map(
    [...gateways].map(([key, { url }]) => {
      const [stack = '', logicalId = ''] = key.split('/')
      return [stableId(10, 'id', stack, logicalId), url]
    }),
  )

/** Lets the functions run and opens everything that calls them. */
const openFunctions = (
  model: Model,
  services: Services,
  frame: RunFrame,
  { sdk, added }: { sdk: Record<string, string>; added: Record<string, string> },
  setEnvironment: (variables: Record<string, string>) => void,
): LocalStacks['invoke'] => {
  const { options, shutdown, region } = frame
  const root = options.root ?? PROJECT
  const functions = readFunctions(model, root)
  const sharing = functions
    .filter((one) => !one.isolated)
    .map((one) => ({ name: one.name, variables: one.environment }))
  const base = [
    { name: 'the local run', variables: sdk },
    { name: 'the given environment', variables: added },
  ]
  setEnvironment(mergeEnvironments([...base, ...sharing]))

  const log = openLog(frame.folder('log'), options.onLog)
  shutdown.add('folder', () => log.close())
  const own = new Set(sharing.flatMap((one) => Object.keys(one.variables)))
  const bare = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.has(name)))
  const host = hostFunctions(functions, {
    root,
    environment: { ...bare, ...mergeEnvironments(base) },
    onOutput: log.write,
    intercept: options.intercept,
  })
  shutdown.add('work', () => host.close())
  openIntake(model, services, frame, functions, host.invoke, region)
  return host.invoke
}

const openIntake = (
  model: Model,
  services: Services,
  frame: RunFrame,
  functions: ReturnType<typeof readFunctions>,
  invoke: LocalStacks['invoke'],
  region: string,
): void => {
  const { options, shutdown } = frame
  const { store } = services.sqs
  const deps = { store, functions, invoke, region, account: ACCOUNT, clock: options.clock }
  for (const [key, plan] of readApis(model)) {
    services.gateways.get(key)!.open({ ...plan, account: ACCOUNT, invoke })
  }
  for (const machine of model.ofType('AWS::StepFunctions::StateMachine')) {
    services.stepFunctions.createStateMachine({
      name: machine.identity().name,
      definition: String(machine.properties()['DefinitionString'] ?? ''),
    })
  }
  const { bus, pollers } = connectRules(readRules(model), deps)
  const { isolatedConcurrency } = options
  const fed = feedFunctions(readMappings(model), { ...deps, isolatedConcurrency })
  for (const poller of [...pollers, ...fed]) shutdown.add('intake', () => poller.stop(2_000))
  frame.invoke.set(invoke)
  frame.bus.set(bus)
  services.stepFunctions.resume()
}
