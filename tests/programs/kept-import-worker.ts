import { serveImport } from '../../src-main/features/imports/serve'
import { serveAgain } from '../fixtures/serve-again'

serveAgain(serveImport)
