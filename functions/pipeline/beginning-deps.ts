import { randomUUID } from 'node:crypto'
import { SFNClient } from '@aws-sdk/client-sfn'
import { parseBudget } from '../../catalog/budget.ts'
import { env, optionalEnv } from '../env.ts'
import { announce, budgetBook, companions, jobs, objects } from './wiring.ts'

/** What a function that begins jobs works with. */
export function beginningDeps() {
  return {
    jobs: jobs(),
    objects: objects(),
    companions: companions(),
    book: budgetBook(),
    budget: parseBudget(optionalEnv('BUDGET') ?? {}),
    unitPrice: Number(optionalEnv('UNIT_PRICE') ?? 0),
    announce: announce(),
    sfn: new SFNClient({}),
    stateMachineArn: env('STATE_MACHINE_ARN'),
    unique: randomUUID,
    now: Date.now,
  }
}
