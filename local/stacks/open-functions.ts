import { join } from 'node:path'
import { putInvocation } from '../cloudwatch/aws-metrics.ts'
import { readLogMetrics } from '../cloudwatch/log-metrics.ts'
import { createFunctionHost } from '../lambda/function-host.ts'
import { type FunctionLog, openFunctionLog } from '../lambda/function-log.ts'
import type { HostedFunction, Invoke } from '../lambda/hosted-function.ts'
import { shareEnvironment } from '../lambda/role-credentials.ts'
import type { AssemblyModel } from '../template/resource.ts'
import { mergeEnvironments } from './merge-environments.ts'
import type { EnvironmentOverlay } from './overlay-environment.ts'
import { readFunctions } from './read-functions.ts'
import type { RunContext, Services } from './run-context.ts'
import { sdkEnvironment } from './sdk-environment.ts'

/** The root of the project that this file belongs to. */
const PROJECT = join(import.meta.dirname, '..', '..')

/**
 * Hosts the functions of the stacks. Functions that share this process get their variables through `process.env`;
 * isolated ones get what the process had before, and their own.
 * @throws TemplateError when a shared variable has two values
 */
export function openFunctions(
  model: AssemblyModel,
  services: Services,
  context: RunContext,
  overlay: EnvironmentOverlay,
): { functions: HostedFunction[]; invoke: Invoke; log: FunctionLog } {
  const { options, shutdown } = context
  const root = options.root ?? PROJECT
  const functions = readFunctions(model, root, context.sessions.get())
  const base = baseEnvironments(services, context)
  overlay.set(mergeEnvironments(base))
  const environment = { ...process.env }
  const sharing = functions.filter((one) => !one.isolated)
  const given = base.flatMap(({ variables }) => Object.entries(variables))
  const off = new Set(given.filter(([, value]) => value === '').map(([key]) => key))
  const own = sharing.map(({ name, environment: variables }) => ({
    name,
    variables: Object.fromEntries(Object.entries(variables).filter(([key]) => !off.has(key))),
  }))
  overlay.set(mergeEnvironments([...base, ...own]))

  shutdown.add('folder', shareEnvironment())

  const { put } = context.metrics
  const { clock = Date.now, onLog } = options
  const measureLine = readLogMetrics(model, put)
  const log = openFunctionLog(context.folder('log'), (line) => {
    onLog?.(line)
    measureLine(JSON.parse(line), clock())
  })
  shutdown.add('folder', () => log.close())
  const { intercept } = options
  const host = createFunctionHost(functions, {
    root,
    environment,
    intercept,
    threadMemory: { ...options.threadMemory, workers: options.workers },
    onOutput: log.write,
    onEnded: (name, ended) => putInvocation(put, name, ended),
  })
  shutdown.add('work', () => host.close())
  return { functions, invoke: host.invoke, log }
}

function baseEnvironments({ endpoints, gateways }: Services, context: RunContext) {
  const { region, credentials, options, state } = context
  const { dataDir, environment: extra = {} } = options
  const apis = Object.fromEntries([...gateways].map(([key, { url }]) => [key, url]))
  return [
    {
      name: 'the local run',
      variables: sdkEnvironment({ region, dataDir, credentials, endpoints }),
    },
    {
      name: 'the given environment',
      variables:
        typeof extra === 'function' ? extra({ endpoints, apis, begunAt: state.begunAt }) : extra,
    },
  ]
}
