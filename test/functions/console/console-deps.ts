import { createHash } from 'node:crypto'
import type { Role } from '../../../catalog/console/role.ts'
import type { AuditEntry } from '../../../functions/console/changes/audit.ts'
import type { ConsoleRequest } from '../../../functions/console/http/console-request.ts'
import { CHANGING_ROUTES } from '../../../functions/console/routes/changing-routes.ts'
import { DESCRIPTION_ROUTE } from '../../../functions/console/routes/description-route.ts'
import { DROPS_ROUTES, type DropsDeps } from '../../../functions/console/routes/drops-routes.ts'
import { READING_ROUTES } from '../../../functions/console/routes/reading-routes.ts'
import {
  RECIPES_ROUTES,
  type RecipesDeps,
} from '../../../functions/console/routes/recipes-routes.ts'
import type { RouteDeps } from '../../../functions/console/routes/route.ts'
import type { ServiceChangeDeps } from '../../../functions/console/routes/service/change-deps.ts'
import { SERVICE_CHANGING_ROUTES } from '../../../functions/console/routes/service/changing-service-routes.ts'
import {
  DOCTOR_ROUTES,
  type DoctorDeps,
} from '../../../functions/console/routes/service/doctor-route.ts'
import { SERVICE_READING_ROUTES } from '../../../functions/console/routes/service/reading-service-routes.ts'
import type { ServiceDeps } from '../../../functions/console/routes/service/service-deps.ts'
import {
  TRIES_ROUTES,
  type TriesDeps,
} from '../../../functions/console/routes/tries/tries-routes.ts'
import type { AnswerApiDeps } from '../../../functions/console/serve-console/answer-api.ts'
import type { Session, SessionStore } from '../../../functions/console/sign-in/session-store.ts'

/** All that is read and changed, whichever function answers it. */
export const ROUTES = [
  ...READING_ROUTES,
  ...CHANGING_ROUTES,
  ...RECIPES_ROUTES,
  ...DROPS_ROUTES,
  ...SERVICE_READING_ROUTES,
  ...SERVICE_CHANGING_ROUTES,
  ...TRIES_ROUTES,
  ...DOCTOR_ROUTES,
  DESCRIPTION_ROUTE,
]

/** What they all depend on. */
export type AllDeps = AnswerApiDeps<
  RouteDeps & RecipesDeps & DropsDeps & ServiceDeps & ServiceChangeDeps & TriesDeps & DoctorDeps
>

export const ORIGIN = 'http://127.0.0.1:4401'
export const SECRETS = { admin: 'a'.repeat(32), viewer: 'v'.repeat(32) }

/** Sessions in memory, with one open for each role under its name. */
function sessionsInMemory(): SessionStore {
  const open = new Map<string, Session>()
  const counts = new Map<string, number>()
  const later = { createdAt: 0, expiresAt: 2e9, idleUntil: 2e9 }
  for (const role of ['viewer', 'operator', 'admin'] as Role[]) {
    open.set(`session-${role}`, { role, who: `${role}@example.org`, ...later })
  }
  return {
    open: async (session) => {
      const id = `session-${open.size}`
      open.set(id, { ...session, ...later })
      return id
    },
    find: async (id) => open.get(id),
    close: async (id) => {
      open.delete(id)
    },
    count: async (name) => {
      counts.set(name, (counts.get(name) ?? 0) + 1)
      return counts.get(name) as number
    },
    keep: async () => {},
    take: async () => undefined,
  }
}

/** What the admin API depends on, with a pipeline that answers every question with nothing. */
export function consoleDeps(audited: AuditEntry[] = []): AllDeps {
  const silent = { send: async () => ({}) }
  return {
    routes: ROUTES,
    pipeline: {
      s3: silent,
      db: silent,
      sqs: silent,
      sfn: silent,
      at: { resultsBucket: 'results', jobsTable: 'jobs' },
    } as unknown as AllDeps['pipeline'],
    recipes: { s3: silent as unknown as AllDeps['recipes']['s3'], bucket: 'drop' },
    drops: { s3: silent, db: silent } as unknown as AllDeps['drops'],
    cloudWatch: silent as unknown as AllDeps['cloudWatch'],
    pipelineName: 'pipeline',
    baseUrl: 'https://service.example',
    offer: { features: ['body-reshape'] },
    tries: {} as AllDeps['tries'],
    budget: {},
    examine: async () => [],
    readAudit: async () => ({ entries: [] }),
    sessions: sessionsInMemory(),
    secrets: Object.entries(SECRETS).map(([role, secret]) => ({
      role: role as Role,
      sha256: createHash('sha256').update(secret).digest('hex'),
    })),
    cookie: { name: 'console-run', sameSite: 'Strict', path: '/console', secure: false },
    audit: async (entry) => {
      audited.push(entry)
    },
    once: async (_, make) => make(),
    linkTo: async ({ key }) => `https://bucket.example/${key}`,
    now: () => Date.parse('2026-11-26T12:00:00Z'),
  }
}

/** A request as the console's own page sends it. */
export function ownRequest(
  method: string,
  path: string,
  {
    role,
    headers,
    body,
  }: { role?: Role; headers?: ConsoleRequest['headers']; body?: unknown } = {},
): ConsoleRequest {
  return {
    method,
    path: `/console/api${path}`,
    headers: {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      'idempotency-key': 'key-00000001',
      ...headers,
    },
    query: {},
    cookies: role === undefined ? [] : [`console-run=session-${role}`],
    ip: '192.0.2.1',
    origin: ORIGIN,
    body: body === undefined ? '' : JSON.stringify(body),
  }
}
