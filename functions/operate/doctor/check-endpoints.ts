import type { Finding } from './finding.ts'
import type { Site } from './site.ts'

const check = 'endpoints'
const PATIENCE_MS = 10_000

/**
 * Whether the pipeline's webhook and the service answer. Both are asked without credentials: that they refuse is a
 * sign that their functions run.
 */
export async function checkEndpoints({ webhookUrl, serviceUrl }: Site): Promise<Finding[]> {
  const webhook = await ask(webhookUrl, { method: 'POST', body: '{}' })
  const findings = [explain('The webhook receiver', webhookUrl, webhook)]
  if (serviceUrl === undefined) return findings
  const service = await ask(`${serviceUrl}/s2s/v1.0/client/credit`, {})
  return [...findings, explain('The service', serviceUrl, service)]
}

async function ask(url: string, init: RequestInit): Promise<number | string> {
  try {
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await answer.body?.cancel()
    return answer.status
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } }
    return cause?.code ?? message
  }
}

function explain(what: string, url: string, got: number | string): Finding {
  if (typeof got === 'number' && got >= 400 && got < 500 && got !== 404) {
    return { level: 'ok', check, says: `${what} answers and takes nothing unsigned.` }
  }
  const { host } = new URL(url)
  return {
    level: 'problem',
    check,
    says:
      typeof got === 'number'
        ? `${what} at ${host} answers ${got}, where it should refuse.`
        : `${what} at ${host} cannot be reached: ${got}.`,
    todo: 'Look at the log of its function and at the HTTP API; deploy again if the API is gone.',
  }
}
