import { isRecord } from '../template/is-record.ts'
import type { BusEvent } from './bus-event.ts'
import { PatternError } from './compile-matcher.ts'

/** What a target gets of an event: all of it, the part at a path, or a fixed JSON text (`Input`, `InputPath`). */
export type TargetInput = {
  readonly input?: string | undefined
  readonly inputPath?: string | undefined
}

/** The JSON text that a target gets for an event. */
export function shapeInput(event: BusEvent, { input, inputPath }: TargetInput): string {
  if (input !== undefined) return input
  if (inputPath === undefined) return JSON.stringify(event)
  return JSON.stringify(valueAtPath(event, inputPath) ?? null)
}

function valueAtPath(event: BusEvent, path: string): unknown {
  if (!/^\$(\.[A-Za-z0-9_-]+)*$/.test(path))
    throw new PatternError(`InputPath ${path} is not supported`)
  let value: unknown = event
  for (const name of path.split('.').slice(1)) value = isRecord(value) ? value[name] : undefined
  return value
}
