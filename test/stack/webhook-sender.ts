import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { Webhook } from 'standardwebhooks'
import type { Run } from './start-run.ts'

/** The secret the service signs its webhooks to this run's pipeline with. */
export async function webhookSecret({ stacks }: Run): Promise<string> {
  const { region, credentials, endpoints, outputs } = stacks
  const client = new SecretsManagerClient({
    region,
    credentials,
    endpoint: endpoints.secretsManager,
  })
  const id = String(outputs['DarkroomPipeline']?.['ServiceSecretArn'])
  const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: id }))
  return JSON.parse(SecretString).webhookSecret
}

export type Sent = {
  secret: string
  body: string
  /** Seconds the signature's time lies before now. */
  age?: number
  /** Headers laid over the right ones; undefined leaves one out. */
  headers?: Record<string, string | undefined>
}

/** Posts a webhook as somebody else's library signs it, and gives the status of the answer. */
export async function postWebhook(
  run: Run,
  { secret, body, age = 0, headers = {} }: Sent,
): Promise<number> {
  const at = new Date(Date.now() - age * 1000)
  const id = 'evt_from-elsewhere'
  const all = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
    ...headers,
  }
  const sent = Object.entries(all).filter((header): header is [string, string] => !!header[1])
  const answer = await fetch(run.at.webhookUrl, { method: 'POST', headers: sent, body })
  return answer.status
}

/** The body that tells of a task's end. */
export function announcement(taskId: string, status: 'success' | 'error' = 'success'): string {
  return JSON.stringify({
    created_at: 1_700_000_000,
    data: { task_id: taskId, task_status: status },
  })
}
