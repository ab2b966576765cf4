import { Command } from 'commander'
import { counted } from '../../functions/operate/counted.ts'
import { grantUnits } from '../../functions/service/admin.ts'
import { adminCommand } from '../connection/admin-command.ts'
import { wholeNumber } from '../connection/data-option.ts'
import { formatTimestamp, futureTimestamp } from '../program/timestamp-option.ts'

type Granting = { expires?: number; reference?: string }

/** `darkroom units`: what accounts can spend, and what became of it. */
export function units(): Command {
  return new Command('units')
    .description('grant units to accounts and see what became of them')
    .addCommand(grant())
    .addCommand(show())
    .addCommand(history())
}

const amount = wholeNumber('units', 1, 1e9)

function grant() {
  return adminCommand<Granting>(
    'grant <account> <units>',
    'add units to an account',
    async (admin, { expires: expiresAt, reference }, account = '', text = '') => {
      const wish = { account, units: amount(text), expiresAt, ...(reference && { reference }) }
      const balance = await grantUnits(wish, admin)
      return { lines: [`${account} has ${counted(balance.available, 'unit')}.`], json: balance }
    },
  )
    .option(
      '--expires <when>',
      'when they are lost, e.g. 365d or 2027-12-31',
      futureTimestamp('--expires'),
    )
    .option('--reference <text>', 'names the grant: the same one is granted once')
}

function show() {
  return adminCommand(
    'show <account>',
    'show what an account can spend',
    async (admin, _, account = '') => {
      const now = Math.floor(admin.now() / 1000)
      const balance = await admin.units.balance(account, now)
      const lots = await admin.units.usableGrants(account, now)
      const { available, reserved, spent } = balance
      return {
        lines: [
          `available ${available}, set aside ${reserved}, spent ${spent}`,
          ...lots.map(
            ({ id, remaining, granted, expiresAt }) =>
              `  lot ${id}  ${remaining} of ${granted}  expires ${formatTimestamp(expiresAt)}`,
          ),
        ],
        json: { account, ...balance, lots },
      }
    },
  )
}

function history() {
  return adminCommand<{ limit: number }>(
    'history <account>',
    'show grants, charges and expiries, newest first',
    async (admin, { limit }, account = '') => {
      const { entries } = await admin.units.history(account, limit)
      const lines = entries.map(
        ({ at, action, units: change, target }) =>
          `${formatTimestamp(at)}  ${action.padEnd(6)}  ${String(change).padStart(9)}  ${target}`,
      )
      return { lines: lines.length > 0 ? lines : ['Nothing yet.'], json: entries }
    },
  ).option('--limit <n>', 'how many', wholeNumber('--limit', 1, 1000), 20)
}
