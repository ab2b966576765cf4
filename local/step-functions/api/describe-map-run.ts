import * as z from 'zod'
import type { Engine } from '../run/engine.ts'
import type { Tally } from '../store/map-runs.ts'
import { findMapRun } from './find.ts'
import { epochSeconds, fields, readRequest } from './read-request.ts'

const request = z.object({ mapRunArn: fields.arn })

function countsByStatus(tallies: Tally[], of: 'items' | 'executions'): object {
  const sum = (status?: string): number =>
    tallies
      .filter((tally) => status === undefined || tally.status === status)
      .reduce((total, tally) => total + Number(tally[of]), 0)
  return {
    total: sum(),
    pending: 0,
    running: sum('RUNNING'),
    succeeded: sum('SUCCEEDED'),
    failed: sum('FAILED'),
    timedOut: sum('TIMED_OUT'),
    aborted: sum('ABORTED'),
    resultsWritten: 0,
  }
}

/** DescribeMapRun (API Reference): the items given to child executions and those executions, counted by status. */
export function describeMapRun(engine: Engine, body: unknown): object {
  const row = findMapRun(engine, readRequest(request, body).mapRunArn)
  const tallies = engine.store.mapRuns.tally(row.id)
  return {
    mapRunArn: row.arn,
    executionArn: engine.store.executions.byId(row.execution)?.arn,
    status: row.status,
    startDate: epochSeconds(row.started),
    ...(row.stopped === null ? {} : { stopDate: epochSeconds(row.stopped) }),
    maxConcurrency: row.concurrency,
    toleratedFailurePercentage: 0,
    toleratedFailureCount: 0,
    itemCounts: countsByStatus(tallies, 'items'),
    executionCounts: countsByStatus(tallies, 'executions'),
  }
}
