import { liquidFault } from '../../src-shared/interface/liquid'
import { ServiceFailure } from '../http/failure'

/**
 * Takes texts only that Liquid can read (deployed.md section 4).
 * @throws ServiceFailure VALIDATION_ERROR with 400 and the place of the first fault
 */
export function requireLiquid(texts: Record<string, string | null | undefined>): void {
  for (const [field, text] of Object.entries(texts)) {
    const fault = text ? liquidFault(text) : null
    if (!fault) continue
    const { message, line, column } = fault
    throw new ServiceFailure('VALIDATION_ERROR', `Invalid template syntax in ${field}: ${message}`, {
      status: 400,
      details: { field, line, column },
    })
  }
}
