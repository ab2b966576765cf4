import { Failure } from '../../../../catalog/failures/failure.ts'
import { FetchRefused } from '../../../fetch/fetch-refused.ts'

/**
 * The result of an operator's verb, whose rules are told by plain errors.
 * @throws Failure InvalidParameters with the words of such an error
 */
export async function inWords<Result>(act: Promise<Result>): Promise<Result> {
  try {
    return await act
  } catch (error) {
    const isRule = error instanceof FetchRefused || (error as Error).constructor === Error
    if (!isRule) throw error
    throw new Failure('InvalidParameters', (error as Error).message)
  }
}
