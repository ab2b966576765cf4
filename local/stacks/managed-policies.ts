/**
 * The managed policies of AWS that a role of the stacks may have, by the part of their ARN after `policy/` (AWS Managed
 * Policy Reference).
 */
export const MANAGED_POLICIES: Readonly<Record<string, object>> = {
  'service-role/AWSLambdaBasicExecutionRole': {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Action: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'],
        Resource: '*',
      },
    ],
  },
}
