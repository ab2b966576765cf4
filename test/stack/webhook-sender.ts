import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { Webhook } from 'standardwebhooks'
import type { Run } from './start-run.ts'

/** The secret with which the service signs its webhooks to this run's pipeline. */
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
  /** How many seconds ago the webhook was signed. */
  age?: number
  /** Headers that replace the right ones; undefined removes one. */
  headers?: Record<string, string | undefined>
}

/** Posts a webhook signed by another library and returns the status of the answer. */
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

/** The body of the webhook of an ended task. */
export function announcement(taskId: string, status: 'success' | 'error' = 'success'): string {
  return JSON.stringify({
    created_at: 1_700_000_000,
    data: { task_id: taskId, task_status: status },
  })
}
