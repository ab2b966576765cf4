import { Command } from 'commander'
import {
  describeEndpoint,
  type EndpointFilter,
  loopbackOrigin,
  registerWebhook,
  requireKnownAccount,
  rotateSecret,
} from '../../functions/service/admin.ts'
import { adminCommand } from '../connection/admin-command.ts'
import { formatTimestamp } from '../program/timestamp-option.ts'
import { deliveries, replay } from './webhook-deliveries.ts'

/** `darkroom webhooks`: who hears of the end of an account's tasks. */
export function webhooks(): Command {
  return new Command('webhooks')
    .description('say who hears of ended tasks, and see whether they did')
    .addCommand(add())
    .addCommand(list())
    .addCommand(rotate())
    .addCommand(switching('enable', 'switch an endpoint on again'))
    .addCommand(switching('disable', 'switch an endpoint off'))
    .addCommand(remove())
    .addCommand(deliveries())
    .addCommand(replay())
}

function add() {
  return adminCommand<EndpointFilter>(
    'add <account> <url>',
    'add an endpoint, or give one a new secret at once; the secret is shown once',
    async (admin, { features, keys }, account = '', url = '') => {
      const origin = admin.local ? loopbackOrigin(url) : undefined
      const only = { ...(features && { features }), ...(keys && { keys }) }
      const wish = { account, url, only, ...(origin && { allowLoopbackOrigin: origin }) }
      const { endpoint, secret } = await registerWebhook(wish, admin)
      return {
        lines: [`${endpoint.id}  ${secret}`],
        json: { ...describeEndpoint(endpoint), secret },
      }
    },
  )
    .option('--features <names...>', 'only tasks of these features, e.g. body-reshape; all without')
    .option('--keys <names...>', 'only tasks created with keys of these names; all without')
}

function list() {
  return adminCommand(
    'list <account>',
    'list the endpoints of an account',
    async (admin, _, account = '') => {
      const found = (await admin.webhooks.endpoints(account)).map(describeEndpoint)
      if (found.length === 0) await requireKnownAccount(account, admin)
      const lines = found.map(
        ({ id, url, ...state }) =>
          `${id}  ${state.active ? 'active' : 'off   '}  ${url}${told(state)}`,
      )
      return { lines: lines.length > 0 ? lines : ['No endpoints yet.'], json: found }
    },
  )
}

/** What an operator should know of an endpoint that is not simply well. */
function told(state: Omit<ReturnType<typeof describeEndpoint>, 'id' | 'url'>): string {
  if (!state.active) {
    return `  off since ${formatTimestamp(state.inactiveSince)}: ${state.inactiveReason ?? ''}`
  }
  const { features, keys } = state.only ?? {}
  const only = [...(features ?? []), ...(keys ?? []).map((name) => `key ${name}`)]
  const heard = only.length > 0 ? `  only ${only.join(', ')}` : ''
  if (state.failingSince === undefined) return heard
  return `${heard}  ${state.failures ?? 1} failed in a row since ${formatTimestamp(state.failingSince)}`
}

function rotate() {
  return adminCommand(
    'rotate <account> <endpoint>',
    'give an endpoint a new secret, shown once; for a day the former one is signed with as well',
    async (admin, _, account = '', endpointId = '') => {
      const { secret, formerUntil } = await rotateSecret({ account, endpointId }, admin)
      const until = formatTimestamp(formerUntil)
      return {
        lines: [secret, `The former secret is signed with until ${until} UTC.`],
        json: { endpointId, secret, formerUntil },
      }
    },
  )
}

function switching(verb: 'enable' | 'disable', description: string) {
  return adminCommand(
    `${verb} <account> <endpoint>`,
    description,
    async (admin, _, account = '', id = '') => {
      const active = verb === 'enable'
      const done = active
        ? await admin.webhooks.enableEndpoint(account, id)
        : await admin.webhooks.disableEndpoint(account, id, {
            reason: 'An operator switched it off.',
            at: Math.floor(admin.now() / 1000),
          })
      if (!done && !(await admin.webhooks.endpoint(account, id))) throw missing(account, id)
      return { lines: [`${id} is ${active ? 'active' : 'off'}.`], json: { id, active } }
    },
  )
}

function remove() {
  return adminCommand(
    'remove <account> <endpoint>',
    'take an endpoint away; what was under way to it ends',
    async (admin, _, account = '', id = '') => {
      if (!(await admin.webhooks.removeEndpoint(account, id))) throw missing(account, id)
      return { lines: [`${id} is removed.`], json: { id, removed: true } }
    },
  )
}

function missing(account: string, id: string) {
  return new Error(
    `The account ${account} has no endpoint ${id}. \`webhooks list\` shows their ids.`,
  )
}
