import { randomBytes } from 'node:crypto'
import type { Json } from '../json.ts'
import type { Database } from './open-database.ts'

/** The answer of a callback. */
export type CallbackOutcome = { output: Json } | { error: string; cause: string }

/** A stored task token. Times in milliseconds. */
export type TokenRow = {
  token: string
  execution: number
  open: boolean
  timeoutAt: number | null
  heartbeatAt: number | null
  heartbeatMs: number | null
  outcome: CallbackOutcome | null
}

const mark = 'AAAAKgAAAAIAAAAA'
const form = new RegExp(`^${mark}[A-Za-z0-9_-]{128}$`)

/** A new task token: opaque and unguessable. */
export function newToken(): string {
  return `${mark}${randomBytes(96).toString('base64url')}`
}

/** Whether a text has the form of a token of this service. */
export function isToken(text: string): boolean {
  return form.test(text)
}

function number(value: string | number | null | undefined): number | null {
  return typeof value === 'number' ? value : null
}

/** The task tokens. A closed token stays known, so that a late answer gets TaskTimedOut and not TaskDoesNotExist. */
export function tokenStore(db: Database) {
  return {
    open: (token: Omit<TokenRow, 'open' | 'outcome'>, path: string): number =>
      db.run(
        `INSERT INTO tokens (token, execution, path, open, timeout_at, heartbeat_at, heartbeat_ms)
       VALUES (?, ?, ?, 1, ?, ?, ?)`,
        token.token,
        token.execution,
        path,
        token.timeoutAt,
        token.heartbeatAt,
        token.heartbeatMs,
      ),
    find(token: string): TokenRow | undefined {
      const row = db.get('SELECT * FROM tokens WHERE token = ?', token)
      return (
        row && {
          token,
          execution: Number(row['execution']),
          open: row['open'] === 1,
          timeoutAt: number(row['timeout_at']),
          heartbeatAt: number(row['heartbeat_at']),
          heartbeatMs: number(row['heartbeat_ms']),
          outcome: row['outcome'] ? (JSON.parse(String(row['outcome'])) as CallbackOutcome) : null,
        }
      )
    },
    answer: (token: string, outcome: CallbackOutcome): number =>
      db.run('UPDATE tokens SET outcome = ? WHERE token = ?', JSON.stringify(outcome), token),
    beat: (token: string, heartbeatAt: number): number =>
      db.run('UPDATE tokens SET heartbeat_at = ? WHERE token = ?', heartbeatAt, token),
    close: (token: string): number =>
      db.run('UPDATE tokens SET open = 0, outcome = NULL WHERE token = ?', token),
    closeBelow: (execution: number, path: string): number =>
      db.run(
        'UPDATE tokens SET open = 0, outcome = NULL WHERE execution = ? AND path >= ? AND path < ? AND open = 1',
        execution,
        `${path}/`,
        `${path}0`,
      ),
    closeAll: (execution: number): number =>
      db.run(
        'UPDATE tokens SET open = 0, outcome = NULL WHERE execution = ? AND open = 1',
        execution,
      ),
  }
}
