import { Command, Option } from 'commander'
import { createKey, describeKey, findKey, rotateKey } from '../../functions/service/admin.ts'
import { adminCommand } from '../connection/admin-command.ts'
import { wholeNumber } from '../connection/data-option.ts'
import { formatTimestamp, futureTimestamp } from '../program/timestamp-option.ts'

type Creation = { name: string; expires?: number; perWindow?: number; perSecond?: number }

/** `darkroom keys`: who may use the service. */
export function keys(): Command {
  return new Command('keys')
    .description('make, list, replace and switch off API keys')
    .addCommand(create())
    .addCommand(list())
    .addCommand(switching('disable', 'switch a key off', false))
    .addCommand(switching('enable', 'switch a key on again', true))
    .addCommand(expire())
    .addCommand(rotate())
}

function create() {
  return adminCommand<Creation>(
    'create <account>',
    'make a key for an account; it is shown once and never again',
    async (admin, { name, expires: expiresAt, ...limits }, account = '') => {
      const own = limitsOf(limits)
      const { key, record } = await createKey({ account, name, expiresAt, limits: own }, admin)
      return { lines: [key], json: { key, ...describeKey(record, Date.now()) } }
    },
  )
    .option('--name <text>', 'what people call it', 'key')
    .option(
      '--expires <when>',
      'when it stops working, e.g. 90d or 2027-01-31',
      futureTimestamp('--expires'),
    )
    .option(
      '--per-window <n>',
      'requests in 300 seconds, instead of what holds for all',
      wholeNumber('--per-window', 1, 1e9),
    )
    .option(
      '--per-second <n>',
      'requests in a second, instead of what holds for all',
      wholeNumber('--per-second', 1, 1e9),
    )
}

function limitsOf({ perWindow, perSecond }: Pick<Creation, 'perWindow' | 'perSecond'>) {
  if (perWindow === undefined && perSecond === undefined) return undefined
  if (perWindow !== undefined && perSecond !== undefined) return { perWindow, perSecond }
  throw new Error('--per-window and --per-second are given together.')
}

function list() {
  return adminCommand<{ account?: string }>('list', 'list keys', async (admin, { account }) => {
    const found = (await admin.keys.list(account)).map((record) => describeKey(record, Date.now()))
    const lines = found.map(
      ({ id, hint, account: of, name, state, expiresAt }) =>
        `${id}  ${hint.padEnd(8)}  ${of.padEnd(16)}  ${state.padEnd(8)}  expires ${formatTimestamp(expiresAt)}  ${name}`,
    )
    return { lines: lines.length > 0 ? lines : ['No keys yet.'], json: found }
  }).option('--account <name>', 'of this account only')
}

function switching(verb: string, description: string, active: boolean) {
  return adminCommand(`${verb} <id>`, description, async (admin, _, id = '') => {
    const { hash } = await findKey(id, admin)
    await admin.keys.setActive(hash, active)
    return { lines: [`${id} is ${active ? 'active' : 'inactive'}.`], json: { id, active } }
  })
}

function expire() {
  return adminCommand(
    'expire <id> <when>',
    'say when a key stops working: 30d, 2027-01-31, or never',
    async (admin, _, id = '', when = '') => {
      const expiresAt = when === 'never' ? undefined : futureTimestamp('when')(when)
      const { hash } = await findKey(id, admin)
      await admin.keys.setExpiry(hash, expiresAt)
      const told =
        expiresAt === undefined ? 'does not expire' : `expires ${formatTimestamp(expiresAt)} UTC`
      return { lines: [`${id} ${told}.`], json: { id, expiresAt } }
    },
  )
}

type Rotation = { keep: number; expires?: number }

function rotate() {
  return adminCommand<Rotation>(
    'rotate <id>',
    'make a key that may do the same, shown once; the former one works on for a while',
    async (admin, { keep: keepUntil, expires: expiresAt }, id = '') => {
      const former = await findKey(id, admin)
      const { key, record, formerUntil } = await rotateKey({ former, keepUntil, expiresAt }, admin)
      return {
        lines: [key, `The former key works until ${formatTimestamp(formerUntil)} UTC.`],
        json: { key, ...describeKey(record, Date.now()), formerUntil },
      }
    },
  )
    .addOption(
      new Option('--keep <time>', 'how long the former key works on')
        .argParser(futureTimestamp('--keep'))
        .default(futureTimestamp('--keep')('24h'), '24h'),
    )
    .option(
      '--expires <when>',
      'when the new key stops working, by default when the former one would have',
      futureTimestamp('--expires'),
    )
}
