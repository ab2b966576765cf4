import { Command } from 'commander'
import { registerWebhook } from '../../functions/service/accounts/register-webhook.ts'
import { rotateSecret } from '../../functions/service/accounts/rotate-secret.ts'
import type { Endpoint } from '../../functions/service/webhooks/endpoint.ts'
import { deskCommand } from '../desk-command.ts'
import { showMoment } from '../moment.ts'
import { deliveries, replay } from './webhook-deliveries.ts'

/** `darkroom webhooks`: who hears of the end of an account's tasks. */
export const webhooks = (): Command =>
  new Command('webhooks')
    .description('say who hears of ended tasks, and see whether they did')
    .addCommand(add())
    .addCommand(list())
    .addCommand(rotate())
    .addCommand(switching('enable', 'switch an endpoint on again'))
    .addCommand(switching('disable', 'switch an endpoint off'))
    .addCommand(remove())
    .addCommand(deliveries())
    .addCommand(replay())

const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost):\d{1,5}(?=\/|$)/

const add = () =>
  deskCommand(
    'add <account> <url>',
    'add an endpoint, or give one a new secret at once; the secret is shown once',
    async (desk, _, account = '', url = '') => {
      const origin = desk.local ? LOOPBACK.exec(url)?.[0] : undefined
      const wish = { account, url, ...(origin && { allowLoopbackOrigin: origin }) }
      const { endpoint, secret } = await registerWebhook(wish, desk)
      return { lines: [`${endpoint.id}  ${secret}`], json: { ...describe(endpoint), secret } }
    },
  )

const list = () =>
  deskCommand(
    'list <account>',
    'list the endpoints of an account',
    async (desk, _, account = '') => {
      const found = (await desk.webhooks.endpoints(account)).map(describe)
      const lines = found.map(
        ({ id, url, ...state }) =>
          `${id}  ${state.active ? 'active' : 'off   '}  ${url}${told(state)}`,
      )
      return { lines: lines.length > 0 ? lines : ['No endpoints yet.'], json: found }
    },
  )

/** What an operator should know of an endpoint that is not simply well. */
const told = (state: Omit<ReturnType<typeof describe>, 'id' | 'url'>): string => {
  if (!state.active) {
    return `  off since ${showMoment(state.inactiveSince)}: ${state.inactiveReason ?? ''}`
  }
  if (state.failingSince === undefined) return ''
  return `  ${state.failures ?? 1} failed in a row since ${showMoment(state.failingSince)}`
}

const rotate = () =>
  deskCommand(
    'rotate <account> <endpoint>',
    'give an endpoint a new secret, shown once; for a day the former one is signed with as well',
    async (desk, _, account = '', endpointId = '') => {
      const { secret, formerUntil } = await rotateSecret({ account, endpointId }, desk)
      const until = showMoment(formerUntil)
      return {
        lines: [secret, `The former secret is signed with until ${until} UTC.`],
        json: { endpointId, secret, formerUntil },
      }
    },
  )

const switching = (verb: 'enable' | 'disable', description: string) =>
  deskCommand(
    `${verb} <account> <endpoint>`,
    description,
    async (desk, _, account = '', id = '') => {
      const active = verb === 'enable'
      const done = active
        ? await desk.webhooks.enableEndpoint(account, id)
        : await desk.webhooks.disableEndpoint(account, id, {
            reason: 'An operator switched it off.',
            at: Math.floor(desk.now() / 1000),
          })
      if (!done && !(await desk.webhooks.endpoint(account, id))) throw missing(account, id)
      return { lines: [`${id} is ${active ? 'active' : 'off'}.`], json: { id, active } }
    },
  )

const remove = () =>
  deskCommand(
    'remove <account> <endpoint>',
    'take an endpoint away; what was under way to it ends',
    async (desk, _, account = '', id = '') => {
      if (!(await desk.webhooks.removeEndpoint(account, id))) throw missing(account, id)
      return { lines: [`${id} is removed.`], json: { id, removed: true } }
    },
  )

const missing = (account: string, id: string) =>
  new Error(`The account ${account} has no endpoint ${id}. \`webhooks list\` shows their ids.`)

/** All but its secrets. */
const describe = ({
  id,
  url,
  active,
  purpose,
  createdAt,
  failingSince,
  failures,
  inactiveSince,
  inactiveReason,
}: Endpoint) => ({
  id,
  url,
  active,
  purpose,
  createdAt,
  failingSince,
  failures,
  inactiveSince,
  inactiveReason,
})
