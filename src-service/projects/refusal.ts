import { ServiceFailure } from '../http/failure'

/** Why a project is not served now, in words for whoever asks it for something. */
export class ProjectRefused extends Error {
  override readonly name = 'ProjectRefused'
}

/** The same as an answer: 503, to be asked again in a minute. */
export function refusalOf({ message }: ProjectRefused): ServiceFailure {
  return new ServiceFailure('INTERNAL_SERVER_ERROR', message, { status: 503, retryAfter: 60, coded: true })
}
