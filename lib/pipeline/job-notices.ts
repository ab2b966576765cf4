import { Duration, Token } from 'aws-cdk-lib'
import { Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events'
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns'
import { Construct } from 'constructs'
import { acknowledge } from '../constructs/acknowledge.ts'
import type { AlarmTopic } from '../constructs/alarm-topic.ts'
import type { AnyBucket } from '../constructs/any-bucket.ts'
import type { AnySecret } from '../constructs/any-secret.ts'
import { grantActions, grantSecretRead } from '../constructs/grants.ts'
import { queueTarget } from '../constructs/queue-target.ts'
import { RuleDeadLetterQueue } from '../constructs/rule-dead-letter-queue.ts'
import { SmallFunction } from '../constructs/small-function.ts'
import { WorkQueue } from '../constructs/work-queue.ts'
import { parseUrl } from '../parse-url.ts'
import { jobEvents } from './job-events.ts'

export type NotifyProps = {
  /**
   * A topic that is told, or true to have one made. One of others must let `events.amazonaws.com` publish. The message
   * is the event's detail, as it stands in docs/events.md. @default none
   */
  readonly topic?: ITopic | true | undefined
  /** A receiver that is told by webhook. @default none */
  readonly webhook?: NoticeWebhook | undefined
  /** What is told. @default all three */
  readonly statuses?: readonly ('succeeded' | 'failed' | 'parked')[] | undefined
}

export type NoticeWebhook = {
  /** `https://…` */
  readonly url: string
  /**
   * What messages are signed with, by Standard Webhooks: text of the form `whsec_…`, two of them with a space between
   * while they are changed over. @default one is made
   */
  readonly secret?: AnySecret | undefined
}

export type JobNoticesProps = NotifyProps & {
  readonly drop: AnyBucket
  readonly alarms: AlarmTopic
}

const LIMIT = Duration.seconds(30)
/** The attempts of Standard Webhooks' schedule: the last one two days after the first. */
const ATTEMPTS = 10

/** Tells a topic, a webhook or both what becomes of jobs. */
export class JobNotices extends Construct {
  readonly topic: ITopic | undefined
  /** What the webhook's messages are signed with. */
  readonly secret: AnySecret | undefined
  readonly queue: WorkQueue | undefined

  private readonly props: JobNoticesProps

  constructor(scope: Construct, id: string, props: JobNoticesProps) {
    super(scope, id)
    this.props = props
    const { topic, webhook } = props
    if (topic) this.topic = this.tellTopic(topic)
    if (!webhook) return
    refuseAddress(webhook.url)
    this.secret = webhook.secret ?? this.makeSecret()
    this.queue = this.tellWebhook(webhook.url, this.secret)
  }

  private pattern() {
    const { drop, statuses = ['succeeded', 'failed', 'parked'] } = this.props
    return jobEvents(drop, statuses)
  }

  private tellTopic(given: ITopic | true): ITopic {
    const topic = given === true ? new Topic(this, 'Topic', { enforceSSL: true }) : given
    const { alarms } = this.props
    const description = 'A topic did not take what became of a job.'
    new Rule(this, 'TopicRule', {
      description: 'What becomes of jobs, for a topic.',
      eventPattern: this.pattern(),
      targets: [
        new SnsTopic(topic, {
          message: RuleTargetInput.fromEventPath('$.detail'),
          deadLetterQueue: new RuleDeadLetterQueue(this, 'Untold', { alarms, description }),
        }),
      ],
    })
    return topic
  }

  private tellWebhook(url: string, secret: AnySecret): WorkQueue {
    const { alarms } = this.props
    const work = new WorkQueue(this, 'Webhook', { workTimeout: LIMIT, attempts: ATTEMPTS, alarms })
    new Rule(this, 'WebhookRule', {
      description: 'What becomes of jobs, for a webhook.',
      eventPattern: this.pattern(),
      targets: [queueTarget(work)],
    })
    const { fn } = new SmallFunction(this, 'Notify', {
      entry: 'functions/pipeline/notify/handler.ts',
      timeout: LIMIT,
      environment: {
        NOTICES_URL: url,
        NOTICES_SECRET_ID: secret.secretArn,
        NOTICES_QUEUE_URL: work.queue.queueUrl,
      },
    })
    grantSecretRead(fn, secret)
    // To itself, later: what was not taken is told again after a pause that grows.
    grantActions(fn, ['sqs:ChangeMessageVisibility'], work.queue.queueArn)
    work.workedOffBy(fn, 5, 1)
    return work
  }

  /** Letters and digits are base64: 32 of them are the 24 bytes such a secret has at least. */
  private makeSecret(): Secret {
    const secret = new Secret(this, 'Secret', {
      description: 'Darkroom: what the messages about jobs are signed with, the part after whsec_.',
      generateSecretString: { passwordLength: 32, excludePunctuation: true },
    })
    acknowledge(
      secret,
      'SMG4',
      'Its receiver knows it as well: rotating it is setting both with a space between, then the new one alone.',
    )
    return secret
  }
}

/** Only a local run may tell a receiver on its own machine, and has its own way to say so. */
function refuseAddress(url: string): void {
  if (Token.isUnresolved(url)) return
  const { protocol, hostname } = parseUrl(url) ?? {}
  if (protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1')) return
  throw new Error('notify.webhook.url must be https://….')
}
