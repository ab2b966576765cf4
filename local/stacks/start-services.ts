import { putExecution } from '../cloudwatch/aws-metrics.ts'
import { cloudWatchOperations } from '../cloudwatch/operations.ts'
import { startControl } from '../control/start-control.ts'
import { startDynamoDb } from '../dynamodb/start-dynamodb.ts'
import { eventOperations } from '../events/event-operations.ts'
import { eventRequiredRights } from '../events/event-required-rights.ts'
import { type Gateway, startGateway } from '../gateway/start-gateway.ts'
import { startOnPort } from '../http/start-on-port.ts'
import { startS3 } from '../s3/start-s3.ts'
import { openSecretFile } from '../secrets/secret-file.ts'
import { secretOperations } from '../secrets/secret-operations.ts'
import { secretRequiredRights } from '../secrets/secret-required-rights.ts'
import { startSqs } from '../sqs/start-sqs.ts'
import { startStepFunctions } from '../step-functions/start-step-functions.ts'
import { createMapObjectStores } from './map-object-store.ts'
import { ACCOUNT, type RunContext, type Services } from './run-context.ts'
import type { Phase } from './shutdown.ts'

type Service = { port: number; close(): Promise<void> }

/** The services of a run by the names of their ports, and the phase of the shutdown in which each closes. */
const SHUTDOWN_PHASE: Readonly<
  Record<'s3' | 'sqs' | 'dynamodb' | 'control' | 'stepFunctions', Phase>
> = {
  s3: 'stores',
  sqs: 'stores',
  dynamodb: 'stores',
  control: 'stores',
  stepFunctions: 'intake',
}

/**
 * Starts every service on its port. Queues, objects and executions of an earlier run are there at once, but nothing
 * moves: executions stay paused, and events wait for the bus.
 */
export async function startServices(
  context: RunContext,
  apis: readonly string[],
): Promise<Services> {
  const { region, folder, options, access } = context
  const { clock = Date.now } = options
  const gateways = await startGateways(context, apis)
  const sqs = await start(context, 'sqs', (port) =>
    startSqs({ region, account: ACCOUNT, access, port, dataDir: folder('sqs'), clock }),
  )
  const dynamodb = await start(context, 'dynamodb', (port) =>
    startDynamoDb({
      port,
      dataDir: folder('dynamodb'),
      region,
      account: ACCOUNT,
      administrator: context.credentials,
    }),
  )
  const s3 = await start(context, 's3', (port) => openS3(context, port))
  const stepFunctions = await start(context, 'stepFunctions', (port) =>
    openWorkflows(context, port, s3.url),
  )
  const secrets = openSecretFile(folder('secrets.json'), clock)
  const place = { region, account: ACCOUNT }
  const services = {
    AWSEvents: {
      signingName: 'events',
      requiredRights: eventRequiredRights(place),
      operations: eventOperations(context.bus.get),
    },
    secretsmanager: {
      signingName: 'secretsmanager',
      requiredRights: secretRequiredRights(secrets, place),
      operations: secretOperations(secrets, place),
    },
    // CloudWatch in the AWS JSON 1.0 protocol, which the SDK for JavaScript speaks.
    GraniteServiceVersion20100801: {
      signingName: 'monitoring',
      // The reference names no resource for reading metrics and alarms.
      requiredRights: (operation: string) => [
        { action: `cloudwatch:${operation}`, resource: '*', context: {} },
      ],
      operations: cloudWatchOperations(context.metrics, () => context.alarms.get().statuses()),
    },
  }
  const control = await start(context, 'control', (port) =>
    startControl({ port, ...place, access, services, invoke: context.invoke.get }),
  )
  const endpoints = {
    s3: s3.url,
    dynamodb: dynamodb.url,
    sqs: sqs.url,
    stepFunctions: stepFunctions.url,
    secretsManager: control.url,
    eventBridge: control.url,
    cloudWatch: control.url,
  }
  return { s3, dynamodb, sqs, stepFunctions, secrets, gateways, endpoints }
}

/** Events that S3 kept since the last run wait here until the rules are connected. */
function openS3({ options, region, access, bus, folder }: RunContext, port: number) {
  return startS3({
    port,
    region,
    access,
    dataDir: folder('s3'),
    onObjectCreated: async (event) => (await bus.ready).deliver(event),
    ...(options.clock ? { clock: options.clock } : {}),
  })
}

function openWorkflows(context: RunContext, port: number, s3: string) {
  const { region, access, invoke, bus, metrics, folder } = context
  return startStepFunctions({
    port,
    region,
    account: ACCOUNT,
    dataDir: folder('step-functions'),
    paused: true,
    access,
    objectsOf: createMapObjectStores(context, s3),
    invoke: async (functionArn, payload, signal) =>
      (await invoke.ready)(functionArn, payload, signal),
    onStatusChange: async (event) => {
      ;(await bus.ready).deliver(event)
      putExecution(metrics.put, event)
    },
  })
}

async function start<T extends Service>(
  context: RunContext,
  name: keyof typeof SHUTDOWN_PHASE,
  make: (port: number) => Promise<T>,
): Promise<T> {
  const service = await startOnPort(context.options.ports?.[name], context.state.ports[name], make)
  context.shutdown.add(SHUTDOWN_PHASE[name], () => service.close())
  context.state.ports[name] = service.port
  return service
}

async function startGateways(
  context: RunContext,
  apis: readonly string[],
): Promise<Map<string, Gateway>> {
  const gateways = new Map<string, Gateway>()
  for (const [index, key] of apis.entries()) {
    const own = context.options.ports?.apis?.[key.slice(0, key.indexOf('/'))]
    const asked = index === 0 ? context.options.ports?.api : own?.asked
    // Whoever asks for a free port gets none that others may look for.
    const first = own?.asked === 0 ? undefined : own?.first
    const site = index === 0 ? context.options.site : undefined
    const gateway = await startOnPort(asked, context.state.ports[`api ${key}`] ?? first, (port) =>
      startGateway(port, site),
    )
    context.shutdown.add('intake', () => gateway.close(2_000))
    context.state.ports[`api ${key}`] = gateway.port
    gateways.set(key, gateway)
  }
  return gateways
}
