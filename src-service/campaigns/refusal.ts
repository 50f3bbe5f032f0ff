import { type FieldFault, ServiceFailure } from '../http/failure'

/** The refusal of fields of a campaign. */
export function refusalOf(errors: FieldFault[]): ServiceFailure {
  return new ServiceFailure('VALIDATION_ERROR', 'The campaign has fields that do not fit.', {
    errors,
    suggestion: 'Correct the fields listed in errors.',
  })
}

/** The refusal of one field of a campaign. */
export function refusal(field: string, message: string): ServiceFailure {
  return refusalOf([{ field, message, code: 'custom' }])
}
