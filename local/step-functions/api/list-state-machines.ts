import * as z from 'zod'
import type { Engine } from '../run/engine.ts'
import {
  epochSeconds,
  fields,
  pagePosition,
  pageSize,
  pageToken,
  readRequest,
} from './read-request.ts'

const request = z.object({ maxResults: fields.maxResults, nextToken: fields.nextToken })

/** ListStateMachines (API Reference), ordered by name. */
export function listStateMachines(engine: Engine, body: unknown): object {
  const { maxResults, nextToken } = readRequest(request, body)
  const limit = pageSize(maxResults)
  const rows = engine.store.machines.list(limit + 1, pagePosition(nextToken, ''))
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    stateMachines: page.map(({ arn, name, created }) => ({
      stateMachineArn: arn,
      name,
      type: 'STANDARD',
      creationDate: epochSeconds(created),
    })),
    ...(rows.length > limit && last ? { nextToken: pageToken(last.name) } : {}),
  }
}
