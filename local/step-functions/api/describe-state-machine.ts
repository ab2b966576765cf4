import * as z from 'zod'
import type { Engine } from '../run/engine.ts'
import { roleArnOf } from '../run/role-arn.ts'
import { findMachine } from './find.ts'
import { epochSeconds, fields, readRequest } from './read-request.ts'

const request = z.object({ stateMachineArn: fields.arn })

/** DescribeStateMachine (API Reference). */
export function describeStateMachine(engine: Engine, body: unknown): object {
  const machine = findMachine(engine, readRequest(request, body).stateMachineArn)
  return {
    stateMachineArn: machine.arn,
    name: machine.name,
    status: 'ACTIVE',
    type: 'STANDARD',
    definition: engine.store.machines.body(machine.definition),
    roleArn: roleArnOf(engine, machine.arn),
    creationDate: epochSeconds(machine.created),
  }
}
