import { z } from 'zod'
import { AwsError } from '../aws-json/aws-error.ts'
import type { Operation } from '../aws-json/serve-aws-json.ts'
import type { EventBus } from './event-bus.ts'

/** The limit of one PutEvents call in bytes (EventBridge User Guide, "Calculating PutEvents event entry size"). */
const MAX_BYTES = 262_144

const Request = z.object({
  Entries: z
    .array(
      z.object({
        Source: z.string().optional(),
        DetailType: z.string().optional(),
        Detail: z.string().optional(),
        Resources: z.array(z.string()).optional(),
        EventBusName: z.string().optional(),
        Time: z.number().optional(),
      }),
    )
    .min(1)
    .max(10),
})

type Entry = z.infer<typeof Request>['Entries'][number]

/** The operations of EventBridge that run here, by name: PutEvents (API Reference). */
export function eventOperations(bus: () => EventBus): Record<string, Operation> {
  return {
    PutEvents: (raw) => {
      const { Entries } = Request.parse(raw)
      if (Buffer.byteLength(JSON.stringify(Entries)) > MAX_BYTES) {
        throw new AwsError(
          'ValidationException',
          `Total size of the entries must be at most ${MAX_BYTES} bytes`,
        )
      }
      const results = Entries.map((entry) => put(entry, bus()))
      return {
        FailedEntryCount: results.filter((result) => 'ErrorCode' in result).length,
        Entries: results,
      }
    },
  }
}

function refuse(ErrorCode: string, ErrorMessage: string) {
  return { ErrorCode, ErrorMessage }
}

function put(entry: Entry, bus: EventBus) {
  const { Source, DetailType, Detail, EventBusName } = entry
  if (!Source)
    return refuse(
      'InvalidArgument',
      'Parameter Source is not valid. Reason: Source is a required argument.',
    )
  if (!DetailType)
    return refuse(
      'InvalidArgument',
      'Parameter DetailType is not valid. Reason: DetailType is a required argument.',
    )
  if (!Detail)
    return refuse(
      'InvalidArgument',
      'Parameter Detail is not valid. Reason: Detail is a required argument.',
    )
  if (Source.startsWith('aws.'))
    return refuse('NotAuthorizedForSourceException', 'Not authorized for the source.')
  if (EventBusName && EventBusName !== 'default' && !EventBusName.endsWith('/default')) {
    return refuse('ResourceNotFoundException', 'Only the default event bus runs locally.')
  }
  const detail = readDetail(Detail)
  if (!detail) return refuse('MalformedDetail', 'Detail is malformed.')
  const EventId = bus.put({
    source: Source,
    detailType: DetailType,
    detail,
    resources: entry.Resources ?? [],
    ...(entry.Time === undefined ? {} : { time: new Date(entry.Time * 1_000) }),
  })
  return { EventId }
}

function readDetail(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
