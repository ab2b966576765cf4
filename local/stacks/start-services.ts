import { startControl } from '../control/start-control.ts'
import { startDynamoDb } from '../dynamodb/start-dynamodb.ts'
import { eventOperations } from '../events/event-operations.ts'
import { type Gateway, startGateway } from '../gateway/start-gateway.ts'
import { startOnPort } from '../http/start-on-port.ts'
import { startS3 } from '../s3/start-s3.ts'
import { openSecretFile } from '../secrets/secret-file.ts'
import { secretOperations } from '../secrets/secret-operations.ts'
import { startSqs } from '../sqs/start-sqs.ts'
import { startStepFunctions } from '../step-functions/start-step-functions.ts'
import { ACCOUNT, type RunFrame, type Services } from './run-frame.ts'

const PARTS = { region: '', account: ACCOUNT }

/**
 * Starts every service on its port. Queues, objects and executions of an earlier run are there at once, but nothing
 * moves: executions stay paused and events wait for the bus.
 */
export const startServices = async (
  frame: RunFrame,
  apis: readonly string[],
): Promise<Services> => {
  const gateways = await startGateways(frame, apis)
  const place = { ...PARTS, region: frame.region }
  const { clock = Date.now } = frame.options
  const sqs = await start(frame, 'sqs', (port) =>
    startSqs({ ...place, port, dataDir: frame.folder('sqs'), clock }),
  )
  const dynamodb = await start(frame, 'dynamodb', (port) =>
    startDynamoDb({ port, dataDir: frame.folder('dynamodb') }),
  )
  const s3 = await start(frame, 's3', (port) =>
    startS3({
      port,
      clock,
      dataDir: frame.folder('s3'),
      region: frame.region,
      credentials: frame.credentials,
      onObjectCreated: async (event) => (await frame.bus.ready).deliver(event),
    }),
  )
  const stepFunctions = await startOnPort(
    frame.options.ports?.stepFunctions,
    frame.state.ports['stepFunctions'],
    (port) =>
      startStepFunctions({
        ...place,
        port,
        dataDir: frame.folder('step-functions'),
        paused: true,
        invoke: async (functionArn, payload, signal) =>
          (await frame.invoke.ready)(functionArn, payload, signal),
        onStatusChange: async (event) => (await frame.bus.ready).deliver(event),
      }),
  )
  frame.shutdown.add('intake', () => stepFunctions.close())
  frame.state.ports['stepFunctions'] = stepFunctions.port
  const secrets = openSecretFile(frame.folder('secrets.json'), clock)
  const control = await start(frame, 'control', (port) =>
    startControl({
      port,
      account: ACCOUNT,
      operations: { ...eventOperations(frame.bus.now), ...secretOperations(secrets, place) },
    }),
  )
  const endpoints = {
    s3: s3.url,
    dynamodb: dynamodb.url,
    sqs: sqs.url,
    stepFunctions: stepFunctions.url,
    secretsManager: control.url,
    eventBridge: control.url,
  }
  return { s3, dynamodb, sqs, stepFunctions, secrets, gateways, endpoints }
}

/** Starts a service that keeps data: its port is remembered, and it ends after the work that uses it. */
const start = async <T extends { port: number; close(): Promise<void> }>(
  frame: RunFrame,
  name: 's3' | 'sqs' | 'dynamodb' | 'control',
  make: (port: number) => Promise<T>,
): Promise<T> => {
  const service = await startOnPort(frame.options.ports?.[name], frame.state.ports[name], make)
  frame.shutdown.add('stores', () => service.close())
  frame.state.ports[name] = service.port
  return service
}

const startGateways = async (
  frame: RunFrame,
  apis: readonly string[],
): Promise<Map<string, Gateway>> => {
  const gateways = new Map<string, Gateway>()
  for (const [index, key] of apis.entries()) {
    const asked = index === 0 ? frame.options.ports?.api : undefined
    const gateway = await startOnPort(asked, frame.state.ports[`api ${key}`], startGateway)
    frame.shutdown.add('intake', () => gateway.close(2_000))
    frame.state.ports[`api ${key}`] = gateway.port
    gateways.set(key, gateway)
  }
  return gateways
}
