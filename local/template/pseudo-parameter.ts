import { PARTITION, type Place, URL_SUFFIX } from './place.ts'

/** The value of one of CloudFormation's pseudo parameters, undefined for any other name. */
export const pseudoParameter = (name: string, stack: string, place: Place): string | undefined => {
  const { region, account } = place
  switch (name) {
    case 'AWS::Region':
      return region
    case 'AWS::AccountId':
      return account
    case 'AWS::Partition':
      return PARTITION
    case 'AWS::URLSuffix':
      return URL_SUFFIX
    case 'AWS::StackName':
      return stack
    case 'AWS::StackId':
      return `arn:${PARTITION}:cloudformation:${region}:${account}:stack/${stack}/local`
    default:
      return undefined
  }
}
