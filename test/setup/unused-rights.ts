/** A right as one text: `<stack>/<logical id of the policy> <action> <resource>`. */
type Explained = { readonly rights: RegExp; readonly why: string }

/**
 * Why the templates grant what no call of the tests uses. A right that is neither used nor described here fails a run
 * of the whole suite (`report-rights.ts`).
 */
export const UNUSED_RIGHTS: readonly Explained[] = [
  {
    rights: /Console\w+Role\w+ dynamodb:DeleteItem \S+ConsoleRecords/,
    why: 'A change that fails gives its key back; not every function of the console is made to fail.',
  },
  {
    rights: /ConsoleServiceServeRole\w+ dynamodb:GetItem \S+Webhooks/,
    why: 'A delivery that was given up is read by its key; those of the tests’ runs arrive.',
  },
  {
    rights: / dynamodb:(?:Query|PutItem|DeleteItem) \S+StoresUnits\S+$/,
    why: 'Pages of reservations are for accounts with 16 tasks under way; the tests of their store have such.',
  },
  {
    rights: / logs:/,
    why: 'Lambda and Step Functions write logs with the roles of functions and machines; a local run writes files.',
  },
  {
    rights: /Batches(?:StartBatch|EndItem)\w* sqs:SendMessage /,
    why: 'What AWS throttles is sent anew, which a local run does not; functions/pipeline/core/waiting has tests of it.',
  },
  {
    rights: /(?:Start|StartBatch|EndItem|WatchTask)Role\w+ sqs:ChangeMessageVisibility /,
    why: 'What AWS throttles is hidden first, which a local run does not; functions/pipeline/core/waiting has tests of it.',
  },
  {
    rights: /BatchesStartBatch\w* dynamodb:(?:GetItem|Query) /,
    why: 'Looks for a batch left behind where a manifest was replaced before it began; the fault simulator does that.',
  },
  {
    rights: / xray:/,
    why: 'Step Functions sends traces with the role of the machine; a local run has none.',
  },
  {
    rights: /\w+(?:DeadLetters|Left|Unclosed|Unrecorded|Untold)Policy\w* sqs:SendMessage /,
    why: 'EventBridge puts events there that a target does not let in; the tests close one target of these.',
  },
  {
    rights: /Api(?:HEAD|ANY|DELETE|POST)\w*HandlerPermission\w* lambda:InvokeFunction /,
    why: 'The construct library lets an API in once for each route, with a permission that covers every method.',
  },
  {
    rights: /ScheduleAllowEventRule\w+ lambda:InvokeFunction /,
    why: 'A schedule first fires minutes after the start; the tests invoke its function themselves.',
  },
  {
    rights: / s3:GetObject \S+(?:drop|batches|files|inputs)\/\*$/,
    why: 'Objects are read by version, with GetObjectVersion; a drop bucket of one’s own may have no versions.',
  },
  {
    rights: / s3:GetObjectVersion \S+inputs\/\*$/,
    why: 'Only what a recipe names is read there, and the service reads it with an address that names its version.',
  },
  {
    rights: /RunVideoTaskRole\w+ (?:sqs|secretsmanager):/,
    why: 'The worker of videos has the code and the rights of that of pictures; stand-ins work in its place in most tests.',
  },
  {
    rights: /ServeSegmentsRole\w+ s3:DeleteObject \S+results\/\*$/,
    why: 'A video whose client stopped and deleted it while it was joined is taken away again.',
  },
  {
    rights: / bedrock:InvokeModel /,
    why: 'The generator of a deployed service; a local run asks a server in its place, which knows no roles.',
  },
  {
    rights: / s3:ListBucket /,
    why: 'Without it an object that is gone is answered by 403 and could not be told from a forbidden one.',
  },
  {
    rights: / states:RedriveExecution \S+\/Segment:\*$/,
    why: 'A map redrives its children with the role of its machine, where an operator redrives a video.',
  },
  {
    rights: / s3:(?:AbortMultipartUpload|ListMultipartUploadParts) /,
    why: 'What was written in part when a writer broke off is taken back.',
  },
  {
    rights: /ServeWorkerRole\w+ s3:DeleteObject \S+results\/\*$/,
    why: 'Of a worker that was overtaken by another the results it stored are removed.',
  },
  {
    rights: /ServeWorkerRole\w+ s3:DeleteObject \S+segments\/\*$/,
    why: 'Of a task that ends while its video is surveyed, nothing stays shared.',
  },
  {
    rights: /HaveChildren\w+ states:(?:DescribeExecution|StopExecution) /,
    why: 'A distributed map looks at its children and stops them with the role of its machine (AWS’s sample policy).',
  },
  {
    rights: /WatchTaskRole\w+ states:SendTaskFailure /,
    why: 'Fails a state whose task the service no longer knows.',
  },
  {
    rights: /WatchTaskRole\w+ s3:GetObjectVersion \S+files\/\*$/,
    why: 'Presigns the file of a batch anew whose task waits for long; the tests let one of a drop wait.',
  },
  {
    rights: /(?:PreProcess|ReceiveWebhook|WorkChunk)Role\w+ dynamodb:GetItem \S+Inbox/,
    why: 'Read where a state is retried, a webhook comes again, or a companion was expected.',
  },
  {
    rights: /CloseBatchRole\w+ dynamodb:GetItem \S+Ledger/,
    why: 'Read where a batch is closed that was closed before.',
  },
  {
    rights: /WorkChunkRole\w+ (?:dynamodb:PutItem \S+Inbox|sqs:SendMessage \S+Dropped)/,
    why: 'A file of a manifest whose companion is missing is looked at again, as a dropped one is.',
  },
  {
    rights: /DeliverRole\w+ dynamodb:PutItem \S+Jobs/,
    why: 'Marks a failure as announced that another call stored while the job was delivered.',
  },
  {
    rights: /(?:Deliver|RecordFailure)Role\w+ s3:DeleteObject \S+prepared\/\*$/,
    why: 'A job that ends takes its prepared pictures away; not every run of the tests prepares one that fails.',
  },
  {
    rights: /ParkedReleaserReleaseRole\w+ dynamodb:UpdateItem \S+Jobs/,
    why: 'A parked job whose entry was lost is parked again.',
  },
  {
    rights: /(?:Prepare|RecordFailure)Role\w+ dynamodb:UpdateItem \S+Inbox/,
    why: 'Counts a request of a key with limits: for an earlier step’s result, and for what a failed job was charged.',
  },
  {
    rights: /HandlerRole\w+ dynamodb:DeleteItem \S+Tasks/,
    why: 'Gives an idempotency key back whose task could not be created.',
  },
  {
    rights:
      /(?:Sweep|EndDeadTask|ServeWorker|ServeSegments|ConsoleChange)Role\w+ dynamodb:(?:Get|Put|Update)Item \S+(?:Units|Webhooks)/,
    why: 'Whoever ends a task may find that it ended before, and finishes its charge and its deliveries.',
  },
  {
    rights: /ConsoleService(?:Serve|Examine)Role\w+ dynamodb:UpdateItem \S+Records/,
    why: 'A session is kept awake by a write a minute; in tests another function of the console writes it.',
  },
  {
    rights: /ConsoleServiceExamineRole\w+ s3:GetEncryptionConfiguration /,
    why: 'A local run encrypts nothing; deployed, the keys of both buckets are looked at.',
  },
  {
    rights: /(?:ConsoleServiceChange|ServiceHandler)Role\w+ s3:DeleteObject \S+segments\/\*$/,
    why: 'What workers of a video share leaves with its task, whoever deletes that; the long tests delete one.',
  },
  {
    rights: /Console(?:Serve|ShowPicture)Role\w+ s3:GetObjectVersion \S+files\/\*$/,
    why: 'Files of a batch are shown as dropped ones are; the long tests of the page look at some.',
  },
]
