import { GetSecretValueCommand, ResourceNotFoundException } from '@aws-sdk/client-secrets-manager'
import { parseSecret } from '../../pipeline/core/adapters/provider/service-secret.ts'
import { keyHash } from '../../service/admin.ts'
import { counted } from '../counted.ts'
import type { Finding } from './finding.ts'
import type { Site } from './site.ts'

const check = 'connection'
const DAY_MS = 86_400_000
/** A secret older than a year is due for another. */
const OLD_DAYS = 365

/** Whether the pipeline has a key that the service takes, units to spend, and an endpoint the service tells. */
export async function checkConnection(site: Site): Promise<Finding[]> {
  const secret = await readSecret(site)
  if ('level' in secret) return [secret]
  const findings = [ageOf(secret.changed, site.now)]
  const { service } = site
  if (!service) return findings
  for (const [index, key] of secret.keys.entries()) {
    const name = secret.keys.length > 1 ? `Key ${index + 1} of the secret` : 'The key of the secret'
    const record = await service.keys.get(keyHash(key))
    const expired = record?.expiresAt !== undefined && record.expiresAt * 1_000 <= site.now
    if (!record?.active || expired) {
      const why = record
        ? expired
          ? 'has expired'
          : 'is switched off'
        : 'is not known to the service'
      findings.push({ level: 'problem', check, says: `${name} ${why}.`, todo: CONNECT })
      continue
    }
    findings.push(...(await accountFindings(site, service, record.account)))
  }
  return findings
}

const CONNECT =
  'Run `darkroom connect` with credentials for both stacks; another provider’s key is set by hand.'

async function readSecret({
  secrets,
  secretId,
}: Site): Promise<Finding | { keys: string[]; changed: Date | undefined }> {
  const empty: Finding = {
    level: 'problem',
    check,
    says: 'The pipeline is not connected: its secret holds no key of a service, so every job fails.',
    todo: CONNECT,
  }
  const value = await secrets
    .send(new GetSecretValueCommand({ SecretId: secretId }))
    .catch((error: unknown) => {
      // Secrets Manager says so of a secret without a value as well.
      if (error instanceof ResourceNotFoundException) return undefined
      throw error
    })
  try {
    const { keys } = parseSecret(value?.SecretString ?? '')
    return { keys: keys.map(({ key }) => key), changed: value?.CreatedDate }
  } catch {
    return empty
  }
}

function ageOf(changed: Date | undefined, now: number): Finding {
  const days = Math.floor((now - (changed?.getTime() ?? now)) / DAY_MS)
  return days > OLD_DAYS
    ? {
        level: 'warning',
        check,
        says: `The key of the service was set ${days} days ago.`,
        todo: 'Run `darkroom keys rotate`, then put the new key into the secret.',
      }
    : { level: 'ok', check, says: 'The pipeline has a key of the service.' }
}

async function accountFindings(
  site: Site,
  service: NonNullable<Site['service']>,
  account: string,
): Promise<Finding[]> {
  const grants = await service.units.usableGrants(account, Math.floor(site.now / 1_000))
  const units = grants.reduce((sum, { remaining }) => sum + remaining, 0)
  const endpoints = await service.webhooks.endpoints(account)
  const told = endpoints.find(({ url }) => url === site.webhookUrl)
  return [
    units > 0
      ? { level: 'ok', check, says: `The account ${account} has ${counted(units, 'unit')} left.` }
      : {
          level: 'problem',
          check,
          says: `The account ${account} has no units left.`,
          todo: `Run \`darkroom units grant ${account} <number>\`.`,
        },
    told?.active
      ? { level: 'ok', check, says: 'The service tells the pipeline of ended tasks.' }
      : {
          level: 'warning',
          check,
          says: told
            ? `The service has stopped telling the pipeline of ended tasks: ${told.inactiveReason ?? 'switched off'}.`
            : 'The service does not know where the pipeline listens, so that jobs end by polling alone.',
          todo: told
            ? `Run \`darkroom webhooks enable ${account} ${told.id}\`.`
            : 'Run `darkroom connect` again.',
        },
  ]
}
