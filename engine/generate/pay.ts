import type { Generation } from '../../catalog/generator/generation.ts'
import type { Operation } from './generator.ts'

/** Makes one call of an operation, with all that its payment needs. */
export type Pay = <Call, Content>(
  name: Generation['operation'],
  operation: Operation<Call, Content>,
  call: Call,
) => Promise<Content>
