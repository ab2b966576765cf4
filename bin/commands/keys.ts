import { Command } from 'commander'
import { createKey } from '../../functions/service/accounts/create-key.ts'
import type { KeyRecord } from '../../functions/service/keys/key-store.ts'
import { wholeNumber } from '../data-option.ts'
import type { Desk } from '../desk.ts'
import { deskCommand } from '../desk-command.ts'
import { ahead, showMoment } from '../moment.ts'

type Creation = { name: string; expires?: number; perWindow?: number; perSecond?: number }

/** Hexadecimal digits of a key's hash that stand for it at the desk. */
const ID_LENGTH = 12

/** `darkroom keys`: who may use the service. */
export const keys = (): Command =>
  new Command('keys')
    .description('make, list and switch off API keys')
    .addCommand(create())
    .addCommand(list())
    .addCommand(switching('disable', 'switch a key off', false))
    .addCommand(switching('enable', 'switch a key on again', true))

const create = () =>
  deskCommand<Creation>(
    'create <account>',
    'make a key for an account; it is shown once and never again',
    async (desk, { name, expires: expiresAt, ...limits }, account = '') => {
      const own = limitsOf(limits)
      const { key, record } = await createKey({ account, name, expiresAt, limits: own }, desk)
      return { lines: [key], json: { key, ...describe(record) } }
    },
  )
    .option('--name <text>', 'what people call it', 'key')
    .option('--expires <when>', 'when it stops working, e.g. 90d or 2027-01-31', ahead('--expires'))
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

const limitsOf = ({ perWindow, perSecond }: Pick<Creation, 'perWindow' | 'perSecond'>) => {
  if (perWindow === undefined && perSecond === undefined) return undefined
  if (perWindow !== undefined && perSecond !== undefined) return { perWindow, perSecond }
  throw new Error('--per-window and --per-second are given together.')
}

const list = () =>
  deskCommand<{ account?: string }>('list', 'list keys', async (desk, { account }) => {
    const found = (await desk.keys.list(account)).map(describe)
    const lines = found.map(
      ({ id, hint, account: of, name, state, expiresAt }) =>
        `${id}  ${hint.padEnd(8)}  ${of.padEnd(16)}  ${state.padEnd(8)}  expires ${showMoment(expiresAt)}  ${name}`,
    )
    return { lines: lines.length > 0 ? lines : ['No keys yet.'], json: found }
  }).option('--account <name>', 'of this account only')

const switching = (verb: string, description: string, active: boolean) =>
  deskCommand(`${verb} <id>`, description, async (desk, _, id = '') => {
    const { hash } = await keyWith(id, desk)
    await desk.keys.setActive(hash, active)
    return { lines: [`${id} is ${active ? 'active' : 'inactive'}.`], json: { id, active } }
  })

const keyWith = async (id: string, { keys: store }: Desk): Promise<KeyRecord> => {
  if (!/^[0-9a-f]{4,64}$/.test(id)) throw new Error('A key is named by the id `keys list` shows.')
  const found = (await store.list()).filter(({ hash }) => hash.startsWith(id))
  const [only] = found
  if (only && found.length === 1) return only
  throw new Error(only ? `${id} begins more than one id.` : `There is no key ${id}.`)
}

const describe = ({ hash, hint = '', ...rest }: KeyRecord) => ({
  id: hash.slice(0, ID_LENGTH),
  hint: `${hint}…`,
  state: stateOf(rest),
  ...rest,
})

const stateOf = ({ active, expiresAt }: Pick<KeyRecord, 'active' | 'expiresAt'>): string => {
  if (!active) return 'inactive'
  return expiresAt !== undefined && expiresAt * 1000 <= Date.now() ? 'expired' : 'active'
}
