import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation'
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import {
  GetAccountSettingsCommand,
  LambdaClient,
  paginateListEventSourceMappings,
} from '@aws-sdk/client-lambda'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { paginateListSubscriptionsByTopic, SNSClient } from '@aws-sdk/client-sns'
import { paginateListQueues } from '@aws-sdk/client-sqs'
import type { Account, Site } from '../../functions/operate/doctor/site.ts'
import type { ServiceAdmin } from '../../functions/service/admin.ts'
import type { LocalAddresses } from '../../local/run/addresses.ts'
import { explainError } from '../program/explain-error.ts'
import { localAdminContext, openAdminContext } from './admin-context.ts'
import { findRun } from './find-run.ts'
import {
  localPipelineClients,
  type OpenedPipeline,
  openPipelineClients,
} from './pipeline-clients.ts'
import type { StackTarget } from './stack-command.ts'
import { type StackOutputs, stackOutputs } from './stack-outputs.ts'

/** The clients of one command. */
export type OpenedSite = Omit<Site, 'service'> & {
  pipeline: OpenedPipeline
  /** Absent where the service is another provider's. */
  service: ServiceAdmin | undefined
  close(): void
}

/** The names of the stacks of its service and, where somebody asks for it, its console. */
export type SiteTarget = StackTarget & { service: string; console?: string }

/**
 * Opens the deployed stacks, or the local run of a folder.
 * @throws Error saying what to do, when there is none or no way to it
 */
export async function openSite(target: SiteTarget): Promise<OpenedSite> {
  return target.stack === undefined
    ? localSite(findRun(target.data))
    : deployedSite(target.stack, target)
}

/** The local run of these addresses. */
export function localSite(at: LocalAddresses): OpenedSite {
  const { region, accessKeyId, secretAccessKey, controlEndpoint: endpoint } = at
  const shared = { region, credentials: { accessKeyId, secretAccessKey }, endpoint }
  const pipeline = localPipelineClients(at)
  const service = localAdminContext(at)
  const cloudWatch = new CloudWatchClient(shared)
  const secrets = new SecretsManagerClient(shared)
  return {
    pipeline,
    service,
    cloudWatch,
    secrets,
    secretId: at.serviceSecret,
    webhookUrl: at.webhookUrl,
    serviceUrl: at.baseUrl,
    generator: at.generator,
    alarmPrefixes: [''],
    queues: () => localQueues(pipeline),
    account: undefined,
    now: Date.now(),
    explain: explainError,
    close: () => closeAll(pipeline, service, cloudWatch, secrets),
  }
}

/** The local run keeps asynchronous invocations in queues of its own. */
const OWN_QUEUE = /\/async-[^/]*$/

async function localQueues({ sqs }: Pick<OpenedPipeline, 'sqs'>): Promise<string[]> {
  const urls: string[] = []
  for await (const { QueueUrls = [] } of paginateListQueues({ client: sqs }, {})) {
    urls.push(...QueueUrls)
  }
  return urls.filter((url) => !OWN_QUEUE.test(url))
}

async function deployedSite(
  stack: string,
  { service: name, console: shown }: SiteTarget,
): Promise<OpenedSite> {
  const output = await stackOutputs(stack)
  const own = await stackOutputs(name).catch(noSuchStack)
  const page = shown && (await stackOutputs(shown).catch(noSuchStack))
  const pipeline = await openPipelineClients({ stack })
  const service = own && (await openAdminContext({ stack: name }))
  const cloudWatch = new CloudWatchClient({})
  const secrets = new SecretsManagerClient({})
  const cloudFormation = new CloudFormationClient({})
  const stacks = own ? [stack, name] : [stack]
  const resources = (type: string) => resourcesOf(cloudFormation, stacks, type)
  const topics = [output('AlarmTopicArn'), ...(own ? [own('AlarmTopicArn')] : [])]
  const account = {
    ...accountOf(topics, () => resources('AWS::Lambda::Function')),
    buckets: () => resources('AWS::S3::Bucket'),
    consoleOrigin: page && new URL(page('ConsoleUrl')).origin,
    keys: {
      dropBucket: optionally(output, 'DropBucketKeyArn'),
      resultsBucket: optionally(output, 'ResultsBucketKeyArn'),
    },
  }
  return {
    pipeline,
    service,
    cloudWatch,
    secrets,
    account,
    secretId: output('ServiceSecretArn'),
    webhookUrl: output('WebhookUrl'),
    serviceUrl: own?.('ServiceUrl'),
    generator: own && generatorOf(own),
    alarmPrefixes: stacks.map((each) => `${each}-`),
    queues: () => resources('AWS::SQS::Queue'),
    now: Date.now(),
    explain: (error) => explainError(error, true),
    close: () => closeAll(pipeline, service, cloudWatch, secrets, cloudFormation, account),
  }
}

/** Stacks that were deployed before there were generators have no such outputs. */
function generatorOf(output: StackOutputs): Site['generator'] {
  const settings = optionally(output, 'GeneratorSettings')
  const secret = optionally(output, 'GeneratorSecretArn')
  return settings === undefined ? undefined : { settings, secret }
}

function optionally(output: StackOutputs, name: string): string | undefined {
  try {
    return output(name)
  } catch {
    return undefined
  }
}

/** A pipeline may drive another provider's service. CloudFormation answers so for a stack that is not there. */
function noSuchStack(error: unknown): undefined {
  if (error instanceof Error && /does not exist$/.test(error.message)) return undefined
  throw error
}

async function resourcesOf(
  client: CloudFormationClient,
  stacks: readonly string[],
  type: string,
): Promise<string[]> {
  const found: string[] = []
  for (const StackName of stacks) {
    for await (const page of paginateListStackResources({ client }, { StackName })) {
      for (const { ResourceType, PhysicalResourceId } of page.StackResourceSummaries ?? []) {
        if (ResourceType === type && PhysicalResourceId) found.push(PhysicalResourceId)
      }
    }
  }
  return found
}

function accountOf(
  topics: readonly string[],
  functions: Account['functions'],
): Pick<Account, 'functions' | 'listeners' | 'concurrencyLimit' | 'queueConcurrency'> & {
  close(): void
} {
  const sns = new SNSClient({})
  const lambda = new LambdaClient({})
  return {
    functions,
    listeners: async () => {
      const counts: Record<string, number> = {}
      for (const TopicArn of topics) {
        counts[TopicArn] = 0
        for await (const page of paginateListSubscriptionsByTopic({ client: sns }, { TopicArn })) {
          const confirmed = (page.Subscriptions ?? []).filter(({ SubscriptionArn = '' }) =>
            SubscriptionArn.startsWith('arn:'),
          )
          counts[TopicArn] += confirmed.length
        }
      }
      return counts
    },
    concurrencyLimit: async () => {
      const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}))
      return AccountLimit?.ConcurrentExecutions ?? Number.POSITIVE_INFINITY
    },
    queueConcurrency: async () => {
      const most: Record<string, number> = {}
      for (const FunctionName of await functions()) {
        const pages = paginateListEventSourceMappings({ client: lambda }, { FunctionName })
        for await (const { EventSourceMappings = [] } of pages) {
          for (const { ScalingConfig } of EventSourceMappings) {
            const { MaximumConcurrency } = ScalingConfig ?? {}
            if (MaximumConcurrency === undefined) continue
            most[FunctionName] = (most[FunctionName] ?? 0) + MaximumConcurrency
          }
        }
      }
      return most
    },
    close: () => {
      sns.destroy()
      lambda.destroy()
    },
  }
}

function closeAll(...open: ({ close(): void } | { destroy(): void } | undefined)[]): void {
  for (const one of open) {
    if (one === undefined) continue
    if ('close' in one) one.close()
    else one.destroy()
  }
}
