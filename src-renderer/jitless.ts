import { z } from 'zod'

// zod compiles its parsers with `new Function`, which our content security policy forbids. Imported before
// anything that builds a schema.
z.config({ jitless: true })
