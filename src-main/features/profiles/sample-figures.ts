import figures from '../../../resources/sample-figures.json'
import { sampleFiguresSchema } from '../../../src-shared/bridge/profiles'

/** The embedded service's sample as its own generator counted it (scripts/sample-figures.ts). */
export const sampleFigures = sampleFiguresSchema.parse(figures)
