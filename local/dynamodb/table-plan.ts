import { z } from 'zod'

const Key = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }))

const Index = z.object({
  IndexName: z.string(),
  KeySchema: Key,
  Projection: z.object({
    ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']).default('ALL'),
    NonKeyAttributes: z.array(z.string()).optional(),
  }),
})

/**
 * The properties of `AWS::DynamoDB::Table` that a local table has. A stream is refused, because nothing here would
 * read it.
 */
export const TablePlan = z.object({
  KeySchema: Key,
  AttributeDefinitions: z.array(
    z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) }),
  ),
  GlobalSecondaryIndexes: z.array(Index).optional(),
  LocalSecondaryIndexes: z.array(Index).optional(),
  TimeToLiveSpecification: z.object({ AttributeName: z.string(), Enabled: z.boolean() }).optional(),
  StreamSpecification: z.undefined({ error: 'StreamSpecification cannot run locally' }).optional(),
})

/** The properties of a local table. */
export type TablePlan = z.infer<typeof TablePlan>
