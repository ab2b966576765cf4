import { setTimeout as pause } from 'node:timers/promises'
import {
  type CloudFormationClient,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation'
import {
  type CloudWatchLogsClient,
  GetQueryResultsCommand,
  type ResultField,
  StartQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs'
import { redact } from '../../functions/redact.ts'
import type { LoggedLine } from './read-job-lines.ts'

/** What is asked of the account. */
export type LogQuery = {
  stacks: readonly string[]
  /** Ids of which one stands in each line: a job's, and its tasks'. They hold nothing but `[\w-]`. */
  ids: readonly [string, ...string[]]
  from: Date
  to: Date
}

export type LogClients = { logs: CloudWatchLogsClient; formation: CloudFormationClient }

/** StartQuery takes so many log groups, and a query gives so many rows at most. */
const MOST_GROUPS = 50
export const MOST_ROWS = 10_000

/** Milliseconds between two looks for a query's end. */
const LOOK_EVERY = 1_000

/**
 * The lines that the functions of deployed stacks logged with one of these ids, the newest last, by queries of
 * CloudWatch Logs Insights. They are billed by the bytes of the time that they look through. Secrets are redacted.
 * Throws for a query that did not complete.
 */
export async function queryJobLines(
  { stacks, ids, from, to }: LogQuery,
  { logs, formation }: LogClients,
): Promise<LoggedLine[]> {
  const groups: string[] = []
  for (const stack of stacks) groups.push(...(await logGroupsOf(stack, formation)))
  const anyId = ids.map((id) => `@message like "${id}"`).join(' or ')
  const queryString = `fields @message, @log, @timestamp | filter ${anyId} | sort @timestamp asc`
  const found: { at: string; line: LoggedLine }[] = []
  for (let first = 0; first < groups.length; first += MOST_GROUPS) {
    const { queryId } = await logs.send(
      new StartQueryCommand({
        logGroupNames: groups.slice(first, first + MOST_GROUPS),
        startTime: Math.floor(from.getTime() / 1000),
        endTime: Math.ceil(to.getTime() / 1000),
        queryString,
        limit: MOST_ROWS,
      }),
    )
    for (const row of await rowsOf(queryId, logs)) found.push(lineOf(row))
  }
  // Each query is in order; functions of several write at once.
  found.sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)))
  return found.map(({ line }) => line)
}

async function logGroupsOf(stack: string, client: CloudFormationClient): Promise<string[]> {
  const groups: string[] = []
  for await (const { StackResourceSummaries = [] } of paginateListStackResources(
    { client },
    { StackName: stack },
  )) {
    for (const { ResourceType, PhysicalResourceId } of StackResourceSummaries) {
      if (ResourceType === 'AWS::Logs::LogGroup' && PhysicalResourceId) {
        groups.push(PhysicalResourceId)
      }
    }
  }
  return groups
}

async function rowsOf(
  queryId: string | undefined,
  logs: CloudWatchLogsClient,
): Promise<ResultField[][]> {
  for (;;) {
    const { status, results = [] } = await logs.send(new GetQueryResultsCommand({ queryId }))
    if (status === 'Complete') return results
    if (status !== 'Scheduled' && status !== 'Running') {
      throw new Error(`CloudWatch Logs Insights ended the query with ${status}.`)
    }
    await pause(LOOK_EVERY)
  }
}

/** A function writes a JSON object a line; what else is in its log stands as it is. */
function lineOf(row: ResultField[]): { at: string; line: LoggedLine } {
  const field = (name: string): string => row.find((one) => one.field === name)?.value ?? ''
  const text = field('@message').trimEnd()
  const at = field('@timestamp')
  // `<account>:<log group>`
  const group = field('@log').replace(/^\d+:/, '')
  const line = { at: `${at.replace(' ', 'T')}Z`, ...fieldsOf(text), function: group }
  return { at, line: redact(line) as LoggedLine }
}

function fieldsOf(text: string): object {
  try {
    const fields: unknown = JSON.parse(text)
    if (typeof fields === 'object' && fields !== null) return fields
  } catch {
    // What a library or Lambda itself wrote.
  }
  return { message: text }
}
