import { createHash, randomBytes } from 'node:crypto'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Role } from '../../../catalog/console/role.ts'
import { conditionHeld } from '../../dynamo.ts'

/** Who uses the console, from signing in to the end of the session. */
export type Session = {
  role: Role
  /** What the audit calls them: an e-mail address, or `local`. */
  who: string
  /** Epoch seconds. */
  createdAt: number
  /** Epoch seconds at which it ends, whatever is done. */
  expiresAt: number
  /** Epoch seconds at which it ends unless something is asked before. */
  idleUntil: number
  /** What the provider's own session is ended with, where it has one. */
  endSession?: string
}

/** Twelve hours, or one without a request. */
export const SESSION_SECONDS = 12 * 3600
const IDLE_SECONDS = 3600
/** A session is kept awake by one write in this time at most. */
const AWAKE_SECONDS = 60

/** Sessions and the counts of attempts, as items of one table that leave by themselves. */
export type SessionStore = {
  /** Opens a session and gives its id, which is never stored: the table has its hash. */
  open(session: Pick<Session, 'role' | 'who' | 'endSession'>): Promise<string>
  /** The session of an id while it lasts. */
  find(id: string): Promise<Session | undefined>
  close(id: string): Promise<void>
  /** Counts an attempt of `name` within `seconds`, and gives how many there were. */
  count(name: string, seconds: number): Promise<number>
  /** Keeps a value for `seconds`. */
  keep(name: string, value: Record<string, unknown>, seconds: number): Promise<void>
  /** Takes what was kept, once. */
  take(name: string): Promise<Record<string, unknown> | undefined>
}

/** @param now epoch milliseconds */
export function dynamoSessionStore(
  db: DynamoDBDocumentClient,
  table: string,
  now: () => number = Date.now,
): SessionStore {
  const TableName = table
  const seconds = (): number => Math.floor(now() / 1000)
  return {
    open: async (session) => {
      const id = randomBytes(32).toString('base64url')
      const at = seconds()
      const Item: Session = {
        ...session,
        createdAt: at,
        expiresAt: at + SESSION_SECONDS,
        idleUntil: at + IDLE_SECONDS,
      }
      await db.send(new PutCommand({ TableName, Item: { ...keyOf(id), ...Item } }))
      return id
    },
    find: async (id) => {
      const Key = keyOf(id)
      const { Item } = await db.send(new GetCommand({ TableName, Key, ConsistentRead: true }))
      const session = Item as Session | undefined
      const at = seconds()
      if (!session || session.expiresAt <= at || session.idleUntil <= at) return undefined
      if (session.idleUntil - at < IDLE_SECONDS - AWAKE_SECONDS) await keepAwake(id)
      return session
    },
    close: async (id) => {
      await db.send(new DeleteCommand({ TableName, Key: keyOf(id) }))
    },
    count: async (name, span) => {
      const window = Math.floor(seconds() / span)
      const { Attributes } = await db.send(
        new UpdateCommand({
          TableName,
          Key: { id: `count#${name}`, entry: String(window) },
          UpdateExpression: 'ADD attempts :one SET expiresAt = :end',
          ExpressionAttributeValues: { ':one': 1, ':end': (window + 2) * span },
          ReturnValues: 'UPDATED_NEW',
        }),
      )
      return Number(Attributes?.['attempts'])
    },
    keep: async (name, value, span) => {
      const Item = { id: `kept#${name}`, entry: 'kept', value, expiresAt: seconds() + span }
      await db.send(new PutCommand({ TableName, Item }))
    },
    take: async (name) => {
      const { Attributes } = await db.send(
        new DeleteCommand({
          TableName,
          Key: { id: `kept#${name}`, entry: 'kept' },
          ReturnValues: 'ALL_OLD',
        }),
      )
      if (!Attributes || Number(Attributes['expiresAt']) <= seconds()) return undefined
      return Attributes['value'] as Record<string, unknown>
    },
  }

  async function keepAwake(id: string): Promise<void> {
    const idleUntil = seconds() + IDLE_SECONDS
    await conditionHeld(
      db.send(
        new UpdateCommand({
          TableName,
          Key: keyOf(id),
          UpdateExpression: 'SET idleUntil = :until',
          // A session that was closed meanwhile stays closed.
          ConditionExpression: 'attribute_exists(id)',
          ExpressionAttributeValues: { ':until': idleUntil },
        }),
      ),
    )
  }
}

function keyOf(id: string): { id: string; entry: string } {
  return { id: `session#${createHash('sha256').update(id).digest('hex')}`, entry: 'session' }
}
