import { ServiceFailure } from '../http/failure'

/** The refusal of one field of a campaign. */
export function refusal(field: string, message: string): ServiceFailure {
  return new ServiceFailure('VALIDATION_ERROR', 'The campaign has a field that does not fit.', {
    errors: [{ field, message, code: 'custom' }],
    suggestion: 'Correct the field listed in errors.',
  })
}
