import * as z from 'zod/mini'
import { SESSION_ANSWER } from '../../../catalog/console/wire.ts'
import { type RouteForm, routeForm } from './route.ts'

/** What `POST session` takes: the part of the link behind its #. */
export const SIGN_IN_BODY = z.strictObject({ secret: z.string().check(z.maxLength(200)) })

/** The forms of the session's own requests, which are answered before any route is looked for. */
export const SESSION_FORMS: readonly RouteForm[] = [
  routeForm({
    method: 'POST',
    path: '/session',
    role: 'viewer',
    says: 'Signs in by the secret of a local run’s link; needs no session.',
    body: SIGN_IN_BODY,
    answer: { json: SESSION_ANSWER },
  }),
  routeForm({
    method: 'GET',
    path: '/session',
    role: 'viewer',
    says: 'Who is signed in.',
    answer: { json: SESSION_ANSWER },
  }),
  routeForm({
    method: 'DELETE',
    path: '/session',
    role: 'viewer',
    says: 'Signs out; says where the provider ends its own session, where there is one.',
    answer: { json: z.strictObject({ endSession: z.exactOptional(z.string()) }) },
  }),
]
