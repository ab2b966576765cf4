import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { Command } from 'commander'
import { connectionStores, connectPipeline, keyHash } from '../../functions/service/admin.ts'
import { wholeNumber } from '../connection/data-option.ts'
import { type StackOutputs, stackOutputs } from '../connection/stack-outputs.ts'
import { say } from '../program/say.ts'

type Options = { service: string; pipeline: string; account: string; units: number }

/** `darkroom connect`: makes a deployed pipeline a client of the deployed service. Done again it changes nothing. */
export function connect(): Command {
  return new Command('connect')
    .description('give a deployed pipeline its key and webhook secret (needs AWS credentials)')
    .option('--service <stack>', 'stack of the task service', 'DarkroomService')
    .option('--pipeline <stack>', 'stack of the pipeline', 'DarkroomPipeline')
    .option('--account <name>', 'account of the service the pipeline works on', 'pipeline')
    .option(
      '--units <n>',
      'units granted with the first connection',
      wholeNumber('--units', 1, 1e9),
      1000,
    )
    .action(async ({ service, pipeline, account, units }: Options) => {
      const from = await stackOutputs(service)
      const to = await stackOutputs(pipeline)
      const secrets = new SecretsManagerClient({})
      const secretId = to('ServiceSecretArn')
      const { SecretString = '{}' } = await secrets.send(
        new GetSecretValueCommand({ SecretId: secretId }),
      )
      const stores = storesOf(from)
      const current = JSON.parse(SecretString)
      const shared = await connectPipeline(
        { account, units, webhookUrl: to('WebhookUrl'), current },
        stores,
      )
      try {
        await secrets.send(
          new PutSecretValueCommand({ SecretId: secretId, SecretString: JSON.stringify(shared) }),
        )
      } catch (error) {
        // Nobody knows a key that could not be stored.
        if (shared.apiKey !== current.apiKey) {
          await stores.keys.setActive(keyHash(shared.apiKey), false)
        }
        throw error
      }
      say(`${pipeline} works on the account ${account} of ${service}.`)
    })
}

function storesOf(service: StackOutputs) {
  const db = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
    marshallOptions: { removeUndefinedValues: true },
  })
  return connectionStores(db, {
    keys: service('KeysTableName'),
    units: service('UnitsTableName'),
    webhooks: service('WebhooksTableName'),
  })
}
